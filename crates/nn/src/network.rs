//! A [`Model`] laid out for a kernel, and the way of a batch through it.

use std::sync::Arc;

use crate::finish::{Finish, Norm};
use crate::gemm::padded;
use crate::layers::{ConvLayer, NormLayer, Scratch, activate, multiply, room};
use crate::model::{Block, Head, Matrix, Model, PassHidden, Scales};
use crate::ops::{Kernel, Ops, Sparse, SparseConv};
use crate::output::{Input, Output};

/// A network ready to be evaluated, to be shared by the threads that do it.
#[derive(Debug)]
pub struct Network {
    name: String,
    shape: String,
    version: u32,
    scales: Scales,
    kernel: Kernel,
    planes: usize,
    globals: usize,
    initial: Initial,
    stages: Vec<Stage>,
    tip: NormLayer,
    heads: Heads,
}

#[derive(Debug)]
struct Initial {
    height: usize,
    width: usize,
    /// Tap, plane, padded output.
    weights: Vec<f32>,
    global: Matrix,
    channels: usize,
}

#[derive(Debug)]
struct Stage {
    pre: NormLayer,
    step: Step,
}

#[derive(Debug)]
enum Step {
    Ordinary {
        first: ConvLayer,
        mid: NormLayer,
        last: ConvLayer,
    },
    Pooled {
        /// The regular channels and the pooled ones behind them.
        both: ConvLayer,
        regular: usize,
        pooled: usize,
        pool_act: NormLayer,
        to_bias: Matrix,
        mid: NormLayer,
        last: ConvLayer,
    },
    Nested {
        enter: ConvLayer,
        stages: Vec<Stage>,
        post: NormLayer,
        leave: ConvLayer,
    },
}

#[derive(Debug)]
struct Heads {
    /// Policy, its pooled part, value.
    conv: ConvLayer,
    plain: usize,
    pooled: usize,
    valued: usize,
    pool_act: NormLayer,
    to_bias: Matrix,
    policy_act: NormLayer,
    moves: Vec<f32>,
    pass: Matrix,
    pass_hidden: Option<PassHidden>,
    value_act: NormLayer,
    hidden: Head,
    hidden_act: crate::model::Activation,
    value: Head,
    score: Head,
    ownership: Vec<f32>,
}

fn stage(block: &Block, panel: usize) -> Stage {
    let conv = |conv| ConvLayer::new(&[conv], panel);
    match block {
        Block::Ordinary { pre, first, mid, last } => Stage {
            pre: NormLayer::new(pre),
            step: Step::Ordinary { first: conv(first), mid: NormLayer::new(mid), last: conv(last) },
        },
        Block::Pooled { pre, regular, pool, pool_act, to_bias, mid, last } => Stage {
            pre: NormLayer::new(pre),
            step: Step::Pooled {
                both: ConvLayer::new(&[regular, pool], panel),
                regular: padded(regular.outputs),
                pooled: pool.outputs,
                pool_act: NormLayer::new(pool_act),
                to_bias: to_bias.clone(),
                mid: NormLayer::new(mid),
                last: conv(last),
            },
        },
        Block::Nested { pre, enter, blocks, post, leave } => Stage {
            pre: NormLayer::new(pre),
            step: Step::Nested {
                enter: conv(enter),
                stages: blocks.iter().map(|block| stage(block, panel)).collect(),
                post: NormLayer::new(post),
                leave: conv(leave),
            },
        },
    }
}

impl Network {
    /// Lays `model` out for the fastest kernel of this machine.
    #[must_use]
    pub fn new(model: &Model) -> Network {
        Network::with_kernel(model, Kernel::best())
    }

    /// Lays `model` out for a kernel.
    ///
    /// # Panics
    /// When this machine does not have it.
    #[must_use]
    pub fn with_kernel(model: &Model, kernel: Kernel) -> Network {
        let panel = Ops::of(kernel).panel;
        let channels = padded(model.channels());
        let mut weights = Vec::with_capacity(model.initial.weights.len() / 96 * channels);
        for row in model.initial.weights.chunks_exact(model.channels()) {
            weights.extend_from_slice(row);
            weights.resize(weights.len() + channels - row.len(), 0.0);
        }
        let policy = &model.policy;
        let value = &model.value;
        let first_output = |weights: &[f32], outputs: usize| {
            weights.iter().step_by(outputs).copied().collect::<Vec<f32>>()
        };
        Network {
            name: model.name.clone(),
            shape: model.shape(),
            version: model.version,
            scales: model.scales,
            kernel,
            planes: model.planes(),
            globals: model.globals(),
            initial: Initial {
                height: model.initial.height,
                width: model.initial.width,
                weights,
                global: model.initial_global.clone(),
                channels,
            },
            stages: model.blocks.iter().map(|block| stage(block, panel)).collect(),
            tip: NormLayer::new(&model.tip),
            heads: Heads {
                conv: ConvLayer::new(&[&policy.plain, &policy.pool, &value.conv], panel),
                plain: policy.plain.outputs,
                pooled: policy.pool.outputs,
                valued: value.conv.outputs,
                pool_act: NormLayer::new(&policy.pool_act),
                to_bias: policy.to_bias.clone(),
                policy_act: NormLayer::new(&policy.act),
                moves: first_output(&policy.moves.weights, policy.moves.outputs),
                pass: policy.pass.clone(),
                pass_hidden: policy.pass_hidden.clone(),
                value_act: NormLayer::new(&value.act),
                hidden: value.hidden.clone(),
                hidden_act: value.hidden_act,
                value: value.value.clone(),
                score: value.score.clone(),
                ownership: value.ownership.weights.clone(),
            },
        }
    }

    /// The name its file gives it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// As [`Model::shape`].
    #[must_use]
    pub fn shape(&self) -> &str {
        &self.shape
    }

    /// KataGo's version of the format.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// What the score's numbers are multiplied by.
    #[must_use]
    pub fn scales(&self) -> &Scales {
        &self.scales
    }

    /// The instructions it was laid out for.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Planes a point has in an [`Input`].
    #[must_use]
    pub fn planes(&self) -> usize {
        self.planes
    }

    /// Numbers about the whole board in an [`Input`].
    #[must_use]
    pub fn globals(&self) -> usize {
        self.globals
    }
}

/// The buffers of one depth of the trunk: blocks inside a nested block use
/// the next.
#[derive(Debug, Default)]
struct Level {
    trunk: Vec<f32>,
    active: Vec<f32>,
    middle: Vec<f32>,
    wide: Vec<f32>,
}

/// Runs a network; each thread has its own.
#[derive(Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    work: Work,
}

#[derive(Debug)]
struct Work {
    ops: OpsDebug,
    scratch: Scratch,
    levels: Vec<Level>,
    sparse: Sparse,
    small: Vec<f32>,
    pooled: Vec<f32>,
    shifts: Vec<f32>,
}

/// The operations, which have nothing to show.
#[derive(Clone, Copy)]
struct OpsDebug(Ops);

impl std::fmt::Debug for OpsDebug {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ops of {} columns", self.0.panel)
    }
}

/// The boards of a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    pub boards: usize,
    pub rows: usize,
    pub columns: usize,
}

impl Batch {
    pub(crate) fn area(self) -> usize {
        self.rows * self.columns
    }

    pub(crate) fn points(self) -> usize {
        self.boards * self.area()
    }

    /// What the size of the board counts for in pooled numbers.
    pub(crate) fn sized(self) -> f32 {
        ((self.area() as f32).sqrt() - 14.0) * 0.1
    }

    /// What the means of the value head are multiplied by.
    pub(crate) fn value_factors(self) -> [f32; 3] {
        [1.0, self.sized(), self.sized() * self.sized() - 0.1]
    }
}

/// A finish that only keeps the result.
fn kept(raw: *mut f32, norm: Norm) -> Finish {
    Finish { raw, add: false, out: std::ptr::null_mut(), norm }
}

impl Evaluator {
    /// Room for batches of `network`, made as they come.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Evaluator {
        let work = Work {
            ops: OpsDebug(Ops::of(network.kernel)),
            scratch: Scratch::default(),
            levels: Vec::new(),
            sparse: Sparse::default(),
            small: Vec::new(),
            pooled: Vec::new(),
            shifts: Vec::new(),
        };
        Evaluator { network, work }
    }

    /// The network it runs.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Evaluates positions of one board size, all at once.
    ///
    /// # Panics
    /// When an input does not have the numbers that the network and the size
    /// of the board ask for.
    pub fn evaluate(&mut self, rows: usize, columns: usize, inputs: &[Input]) -> Vec<Output> {
        let network = &*self.network;
        let batch = Batch { boards: inputs.len(), rows, columns };
        if batch.points() == 0 {
            return Vec::new();
        }
        for input in inputs {
            assert_eq!(input.spatial.len(), batch.area() * network.planes, "planes of the input");
            assert_eq!(input.global.len(), network.globals, "global inputs");
        }
        self.work.initial(network, batch, inputs);
        self.work.stack(&network.stages, &network.tip, 0, batch);
        self.work.heads(&network.heads, batch)
    }
}

impl Work {
    fn level(&mut self, depth: usize) -> &mut Level {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        &mut self.levels[depth]
    }

    /// The first convolution, into the trunk and, normalised for the first
    /// block, beside it.
    fn initial(&mut self, network: &Network, batch: Batch, inputs: &[Input]) {
        let initial = &network.initial;
        let channels = initial.channels;
        let pre = network.stages.first().map_or(&network.tip, |stage| &stage.pre);
        let ops = self.ops.0;
        let area = batch.area();
        let level = self.level(0);
        room(&mut level.trunk, batch.points() * channels);
        room(&mut level.active, batch.points() * channels);
        for (board, input) in inputs.iter().enumerate() {
            self.sparse.fill(&input.spatial, network.planes);
            multiply(&initial.global, &input.global, &mut self.small);
            self.small.resize(channels, 0.0);
            let conv = SparseConv {
                weights: &initial.weights,
                bias: &self.small,
                planes: network.planes,
                height: initial.height,
                width: initial.width,
                outputs: channels,
            };
            let out = &mut self.levels[0].trunk[board * area * channels..][..area * channels];
            // SAFETY: the kernel is available, the shapes were just made.
            unsafe { (ops.sparse)(&conv, &self.sparse, batch.rows, batch.columns, out) };
        }
        let level = &mut self.levels[0];
        let from = (level.trunk.as_ptr(), channels);
        let to = (level.active.as_mut_ptr(), channels);
        // SAFETY: both buffers have `points` rows of `channels`.
        unsafe { (ops.norm_rows)(from, batch.points(), channels, &pre.norm(), to) };
    }

    /// Runs blocks over the trunk of a depth, whose active buffer is already
    /// normalised for the first of them, and leaves it normalised by `after`.
    fn stack(&mut self, stages: &[Stage], after: &NormLayer, depth: usize, batch: Batch) {
        let ops = self.ops.0;
        let size = (batch.rows, batch.columns);
        let points = batch.points();
        for (i, stage) in stages.iter().enumerate() {
            let next = stages.get(i + 1).map_or(after, |stage| &stage.pre).norm();
            let level = self.level(depth);
            let trunk = level.trunk.as_mut_ptr();
            let active = level.active.as_mut_ptr();
            let joined = Finish { raw: trunk, add: true, out: active, norm: next };
            match &stage.step {
                Step::Ordinary { first, mid, last } => {
                    let middle = room(&mut level.middle, points * first.outputs);
                    let finish = Finish {
                        raw: std::ptr::null_mut(),
                        add: false,
                        out: middle,
                        norm: mid.norm(),
                    };
                    // SAFETY: buffers have `points` rows of their channels.
                    unsafe {
                        first.apply(&ops, &mut self.scratch, active, batch.boards, size, &finish);
                        last.apply(&ops, &mut self.scratch, middle, batch.boards, size, &joined);
                    }
                }
                Step::Pooled { both, regular, pooled, pool_act, to_bias, mid, last } => {
                    let wide = room(&mut level.wide, points * both.outputs);
                    let middle = room(&mut level.middle, points * regular);
                    // SAFETY: as above.
                    unsafe {
                        let keep = kept(wide, next);
                        both.apply(&ops, &mut self.scratch, active, batch.boards, size, &keep);
                        for board in 0..batch.boards {
                            let from = wide.add(board * batch.area() * both.outputs);
                            let place = (from.add(*regular).cast_const(), both.outputs);
                            self.pool(place, *pooled, pool_act, batch);
                            multiply(to_bias, &self.pooled, &mut self.small);
                            let norm = mid.shifted(&self.small, &mut self.shifts);
                            let to = middle.add(board * batch.area() * regular);
                            let from = (from.cast_const(), both.outputs);
                            (ops.norm_rows)(from, batch.area(), *regular, &norm, (to, *regular));
                        }
                        last.apply(&ops, &mut self.scratch, middle, batch.boards, size, &joined);
                    }
                }
                Step::Nested { enter, stages, post, leave } => {
                    let inner = self.level(depth + 1);
                    let finish = Finish {
                        raw: room(&mut inner.trunk, points * enter.outputs),
                        add: false,
                        out: room(&mut inner.active, points * enter.outputs),
                        norm: stages.first().map_or(post, |stage| &stage.pre).norm(),
                    };
                    // SAFETY: as above; the buffers of the inner depth do not
                    // move while the inner blocks run, being large enough.
                    unsafe {
                        enter.apply(&ops, &mut self.scratch, active, batch.boards, size, &finish);
                    }
                    self.stack(stages, post, depth + 1, batch);
                    let from = self.levels[depth + 1].active.as_ptr();
                    // SAFETY: as above.
                    unsafe {
                        leave.apply(&ops, &mut self.scratch, from, batch.boards, size, &joined);
                    }
                }
            }
        }
    }

    /// Mean, mean weighted by the size of the board, and greatest of each
    /// channel, into `pooled`; `tops` keeps the plain means for the value.
    ///
    /// # Safety
    /// `from` has the area of a board in rows.
    unsafe fn pool(
        &mut self,
        from: (*const f32, usize),
        channels: usize,
        act: &NormLayer,
        batch: Batch,
    ) {
        let columns = padded(channels);
        let sums = room(&mut self.small, 2 * columns);
        // SAFETY: two rows of padded channels for the results.
        unsafe {
            let tops = sums.add(columns);
            (self.ops.0.pool)(from, batch.area(), columns, &act.norm(), sums, tops);
        }
        let share = 1.0 / batch.area() as f32;
        let sized = batch.sized();
        self.pooled.clear();
        self.pooled.extend(self.small[..channels].iter().map(|sum| sum * share));
        self.pooled.extend(self.small[..channels].iter().map(|sum| sum * share * sized));
        self.pooled.extend_from_slice(&self.small[columns..columns + channels]);
    }

    fn heads(&mut self, heads: &Heads, batch: Batch) -> Vec<Output> {
        let ops = self.ops.0;
        let size = (batch.rows, batch.columns);
        let points = batch.points();
        let level = self.level(0);
        let active = level.active.as_ptr();
        let stride = heads.conv.outputs;
        let wide = room(&mut level.wide, points * stride);
        let (plain, valued) = (padded(heads.plain), padded(heads.valued));
        let middle = room(&mut level.middle, batch.area() * plain.max(valued));
        let mut outputs = Vec::with_capacity(batch.boards);
        // SAFETY: buffers have as many rows as there are points, the heads
        // stand side by side in them.
        unsafe {
            let keep = kept(wide, heads.pool_act.norm());
            heads.conv.apply(&ops, &mut self.scratch, active, batch.boards, size, &keep);
            for board in 0..batch.boards {
                let from = wide.add(board * batch.area() * stride).cast_const();
                let mut output = Output::default();

                self.pool((from.add(plain), stride), heads.pooled, &heads.pool_act, batch);
                multiply(&heads.to_bias, &self.pooled, &mut self.small);
                let norm = heads.policy_act.shifted(&self.small, &mut self.shifts);
                (ops.norm_rows)((from, stride), batch.area(), plain, &norm, (middle, plain));
                let rows = std::slice::from_raw_parts(middle, batch.area() * plain);
                output.policy.reserve_exact(batch.area() + 1);
                output.policy.extend(rows.chunks_exact(plain).map(|row| dot(row, &heads.moves)));
                multiply(&heads.pass, &self.pooled, &mut self.small);
                if let Some(hidden) = &heads.pass_hidden {
                    add(&mut self.small, &hidden.bias);
                    activate(hidden.activation, &mut self.small);
                    let mut pass = Vec::new();
                    multiply(&hidden.matrix, &self.small, &mut pass);
                    self.small = pass;
                }
                output.policy.push(self.small[0]);

                let from = from.add(plain + padded(heads.pooled));
                let norm = heads.value_act.norm();
                (ops.norm_rows)((from, stride), batch.area(), valued, &norm, (middle, valued));
                let rows = std::slice::from_raw_parts(middle, batch.area() * valued);
                output.ownership =
                    rows.chunks_exact(valued).map(|row| dot(row, &heads.ownership)).collect();
                self.value_pool(rows, heads.valued, batch);
                let mut hidden = Vec::new();
                multiply(&heads.hidden.matrix, &self.pooled, &mut hidden);
                add(&mut hidden, &heads.hidden.bias);
                activate(heads.hidden_act, &mut hidden);
                multiply(&heads.value.matrix, &hidden, &mut self.small);
                add(&mut self.small, &heads.value.bias);
                output.value.copy_from_slice(&self.small[..3]);
                multiply(&heads.score.matrix, &hidden, &mut self.small);
                add(&mut self.small, &heads.score.bias);
                for (to, from) in output.score.iter_mut().zip(&self.small) {
                    *to = *from;
                }
                outputs.push(output);
            }
        }
        outputs
    }

    /// The means of the value head, three times with the size of the board.
    fn value_pool(&mut self, rows: &[f32], channels: usize, batch: Batch) {
        self.small.clear();
        self.small.resize(channels, 0.0);
        for row in rows.chunks_exact(padded(channels)) {
            add(&mut self.small, row);
        }
        let share = 1.0 / batch.area() as f32;
        self.pooled.clear();
        for factor in batch.value_factors() {
            self.pooled.extend(self.small.iter().map(|sum| sum * share * factor));
        }
    }
}

fn add(to: &mut [f32], what: &[f32]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what;
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
