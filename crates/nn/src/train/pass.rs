//! One pass of a batch through a model and back: what the model says, what
//! that costs, and how much each weight is to blame.

use super::conv::{Buffers, Turning};
use super::loss::{Loss, loss};
use super::norm::{Columns, pooled, pooled_back, rectified, rectified_back, times, times_back};
use super::parts::Unfit;
use super::sample::Sample;
use crate::model::{Block, Conv, Head, Model, NormAct};
use crate::network::Batch;
use crate::ops::{Kernel, Ops, Sparse, SparseConv};
use crate::output::Output;

/// A model whose filters are laid out for going through and back.
pub(super) struct Laid<'a> {
    model: &'a Model,
    ops: Ops,
    /// First and last convolution of each block.
    blocks: Vec<[Turning; 2]>,
    /// Policy, its pooled part and value side by side.
    heads: Turning,
}

/// What a block saw and made, kept for the way back.
struct Seen {
    trunk: Vec<f32>,
    active: Vec<f32>,
    raw: Vec<f32>,
    /// Of a pooled block, for each board.
    pools: Vec<Pooled>,
    middle: Vec<f32>,
}

/// The pooled part of a board.
struct Pooled {
    active: Vec<f32>,
    all: Vec<f32>,
    tops: Vec<usize>,
    shift: Vec<f32>,
}

impl Pooled {
    fn back(&self, blame: &[f32], batch: Batch) -> Vec<f32> {
        pooled_back(blame, &self.tops, batch.area(), batch.sized())
    }
}

impl<'a> Laid<'a> {
    pub(crate) fn new(model: &'a Model, kernel: Kernel) -> Result<Laid<'a>, Unfit> {
        model.check_trainable()?;
        let ops = Ops::of(kernel);
        let turning = |convs: &[&Conv]| Turning::new(convs, ops.panel);
        let blocks = model.blocks.iter().filter_map(|block| match block {
            Block::Ordinary { first, last, .. } => Some([turning(&[first]), turning(&[last])]),
            Block::Pooled { regular, pool, last, .. } => {
                Some([turning(&[regular, pool]), turning(&[last])])
            }
            Block::Nested { .. } => None,
        });
        let heads = turning(&[&model.policy.plain, &model.policy.pool, &model.value.conv]);
        Ok(Laid { model, ops, blocks: blocks.collect(), heads })
    }

    /// What the samples cost together and, added to `gradient`, how much each
    /// weight is to blame. All are of one board size.
    pub(crate) fn learn(&self, samples: &[Sample], gradient: Option<&mut Model>) -> Loss {
        let Some(first) = samples.first() else { return Loss::default() };
        let batch = Batch { boards: samples.len(), rows: first.rows, columns: first.columns };
        let mut buffers = Buffers::default();
        let mut trunk = self.initial(samples, batch);
        let mut seen = Vec::with_capacity(self.blocks.len());
        for (block, [first, last]) in self.model.blocks.iter().zip(&self.blocks) {
            let made = self.through(block, [first, last], trunk, batch, &mut buffers);
            trunk = last.forward(&self.ops, &mut buffers, &made.middle, batch);
            trunk.iter_mut().zip(&made.trunk).for_each(|(to, before)| *to += before);
            seen.push(made);
        }
        let whole = Columns { stride: self.model.channels(), from: 0 };
        let tip = rectified(&self.model.tip, &trunk, whole, &[]);
        let heads = self.heads.forward(&self.ops, &mut buffers, &tip, batch);
        let mut found = Loss::default();
        let Some(gradient) = gradient else {
            self.heads(samples, &heads, batch, &mut found, None);
            return found;
        };

        let mut blame = vec![0.0; heads.len()];
        self.heads(samples, &heads, batch, &mut found, Some((gradient, &mut blame)));
        let weights = self.heads.weights(&self.ops, &mut buffers, &tip, &blame, batch);
        let (policy, value) = (&mut gradient.policy, &mut gradient.value);
        share(&weights, &mut [&mut policy.plain, &mut policy.pool, &mut value.conv]);
        let blame = self.heads.back(&self.ops, &mut buffers, &blame, batch);
        let mut of_trunk = vec![0.0; trunk.len()];
        rectified_back(
            &self.model.tip,
            (&trunk, whole, &[]),
            (&tip, &blame),
            &mut gradient.tip,
            &mut of_trunk,
        );
        let blocks = self.model.blocks.iter().zip(&self.blocks);
        let kept = seen.iter().zip(&mut gradient.blocks);
        for ((block, convs), (seen, gradient)) in blocks.zip(kept).rev() {
            self.block_back(block, convs, seen, gradient, &mut of_trunk, batch, &mut buffers);
        }
        self.initial_back(samples, &of_trunk, batch, gradient);
        found
    }

    fn sparse<'s>(&self, weights: &'s [f32], bias: &'s [f32]) -> SparseConv<'s> {
        let Conv { height, width, inputs, outputs, .. } = self.model.initial;
        SparseConv { weights, bias, planes: inputs, height, width, outputs }
    }

    fn initial(&self, samples: &[Sample], batch: Batch) -> Vec<f32> {
        let channels = self.model.channels();
        let mut trunk = vec![0.0; batch.points() * channels];
        let mut sparse = Sparse::default();
        for (sample, out) in samples.iter().zip(trunk.chunks_exact_mut(batch.area() * channels)) {
            self.fill(&mut sparse, sample, batch);
            let bias = times(&self.model.initial_global, &sample.input.global);
            let conv = self.sparse(&self.model.initial.weights, &bias);
            // SAFETY: the kernel is available; planes and points were checked.
            unsafe { (self.ops.sparse)(&conv, &sparse, batch.rows, batch.columns, out) };
        }
        trunk
    }

    /// The planes of a sample, which has to have the shape of its batch.
    fn fill(&self, sparse: &mut Sparse, sample: &Sample, batch: Batch) {
        let area = batch.area();
        assert_eq!((sample.rows, sample.columns), (batch.rows, batch.columns), "board size");
        assert_eq!(sample.input.spatial.len(), area * self.model.planes(), "planes of the input");
        assert_eq!(sample.input.global.len(), self.model.globals(), "global inputs");
        assert_eq!((sample.policy.len(), sample.ownership.len()), (area + 1, area), "labels");
        sparse.fill(&sample.input.spatial, self.model.planes());
    }

    fn initial_back(&self, samples: &[Sample], blame: &[f32], batch: Batch, gradient: &mut Model) {
        let channels = self.model.channels();
        let mut sparse = Sparse::default();
        for (sample, blame) in samples.iter().zip(blame.chunks_exact(batch.area() * channels)) {
            self.fill(&mut sparse, sample, batch);
            let into = &mut gradient.initial.weights;
            let conv = self.sparse(&self.model.initial.weights, &[]);
            // SAFETY: the kernel is available, channels are whole vectors.
            unsafe {
                (self.ops.sparse_back)(&conv, &sparse, batch.rows, batch.columns, blame, into);
            }
            let mut sums = vec![0.0; channels];
            for row in blame.chunks_exact(channels) {
                sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
            let matrix = &self.model.initial_global;
            times_back(matrix, &sample.input.global, &sums, &mut gradient.initial_global);
        }
    }

    /// A block up to its last convolution.
    fn through(
        &self,
        block: &Block,
        [first, last]: [&Turning; 2],
        trunk: Vec<f32>,
        batch: Batch,
        buffers: &mut Buffers,
    ) -> Seen {
        let whole = Columns { stride: self.model.channels(), from: 0 };
        let (pre, mid) = norms(block);
        let active = rectified(pre, &trunk, whole, &[]);
        let raw = first.forward(&self.ops, buffers, &active, batch);
        let columns = Columns { stride: first.outputs, from: 0 };
        let mut pools = Vec::new();
        let middle = if let Block::Pooled { regular, pool_act, to_bias, .. } = block {
            let pooled_part = Columns { from: regular.outputs, ..columns };
            let mut middle = Vec::with_capacity(batch.points() * regular.outputs);
            for raw in raw.chunks_exact(batch.area() * columns.stride) {
                let active = rectified(pool_act, raw, pooled_part, &[]);
                let (all, tops) = pooled(&active, pool_act.scale.len(), batch.sized());
                let shift = times(to_bias, &all);
                middle.extend(rectified(mid, raw, columns, &shift));
                pools.push(Pooled { active, all, tops, shift });
            }
            middle
        } else {
            rectified(mid, &raw, columns, &[])
        };
        debug_assert_eq!(middle.len() % last.outputs.min(16), 0);
        Seen { trunk, active, raw, pools, middle }
    }

    /// The way back through a block: `blame` is that of what comes out, and
    /// has that of what goes in added.
    #[expect(clippy::too_many_arguments, reason = "a block, what it saw, and where blame goes")]
    fn block_back(
        &self,
        block: &Block,
        [first, last]: &[Turning; 2],
        seen: &Seen,
        gradient: &mut Block,
        blame: &mut [f32],
        batch: Batch,
        buffers: &mut Buffers,
    ) {
        let ops = &self.ops;
        let whole = Columns { stride: self.model.channels(), from: 0 };
        let columns = Columns { stride: first.outputs, from: 0 };
        let last_weights = last.weights(ops, buffers, &seen.middle, blame, batch);
        let of_middle = last.back(ops, buffers, blame, batch);
        let mut of_raw = vec![0.0; seen.raw.len()];
        let (pre, mid) = norms(block);
        match (block, &mut *gradient) {
            (
                Block::Pooled { regular, pool_act, to_bias, .. },
                Block::Pooled {
                    pool_act: act_gradient, to_bias: to_bias_gradient, mid: mids, ..
                },
            ) => {
                let area = batch.area();
                let pooled_part = Columns { from: regular.outputs, ..columns };
                let boards = seen.raw.chunks_exact(area * columns.stride).zip(&seen.pools);
                let into = of_raw.chunks_exact_mut(area * columns.stride);
                let middles = seen.middle.chunks_exact(area * regular.outputs);
                let blames = of_middle.chunks_exact(area * regular.outputs);
                for (((raw, pool), into), middle) in boards.zip(into).zip(middles.zip(blames)) {
                    let seen = (raw, columns, &pool.shift[..]);
                    let of_shift = rectified_back(mid, seen, middle, mids, into);
                    let of_all = times_back(to_bias, &pool.all, &of_shift, to_bias_gradient);
                    let of_active = pool.back(&of_all, batch);
                    let made = (&pool.active[..], &of_active[..]);
                    rectified_back(pool_act, (raw, pooled_part, &[]), made, act_gradient, into);
                }
            }
            (_, Block::Ordinary { mid: mids, .. }) => {
                let made = (&seen.middle[..], &of_middle[..]);
                rectified_back(mid, (&seen.raw, columns, &[]), made, mids, &mut of_raw);
            }
            _ => unreachable!("a gradient has the shape of its model"),
        }
        let first_weights = first.weights(ops, buffers, &seen.active, &of_raw, batch);
        let of_active = first.back(ops, buffers, &of_raw, batch);
        let pres = match gradient {
            Block::Ordinary { pre, first, last, .. } => {
                share(&first_weights, &mut [first]);
                share(&last_weights, &mut [last]);
                pre
            }
            Block::Pooled { pre, regular, pool, last, .. } => {
                share(&first_weights, &mut [regular, pool]);
                share(&last_weights, &mut [last]);
                pre
            }
            Block::Nested { .. } => return,
        };
        let made = (&seen.active[..], &of_active[..]);
        rectified_back(pre, (&seen.trunk, whole, &[]), made, pres, blame);
    }

    /// The heads of every board: adds to `found` what they cost and, where
    /// blame is asked for, gives it to their numbers and to what they saw.
    fn heads(
        &self,
        samples: &[Sample],
        raw: &[f32],
        batch: Batch,
        found: &mut Loss,
        mut back: Option<(&mut Model, &mut [f32])>,
    ) {
        let board = batch.area() * self.heads.outputs;
        for (i, (sample, raw)) in samples.iter().zip(raw.chunks_exact(board)).enumerate() {
            let said = self.say(raw, batch);
            let (cost, blame) = loss(sample, &said.output, &self.model.scales);
            found.add(&cost);
            if let Some((gradient, into)) = &mut back {
                let into = &mut into[i * board..][..board];
                self.say_back(raw, &said, &blame, batch, gradient, into);
            }
        }
    }

    /// Where policy, its pooled part and value stand in what the heads see.
    fn columns(&self) -> [Columns; 3] {
        let policy = &self.model.policy;
        let stride = self.heads.outputs;
        [0, policy.plain.outputs, policy.plain.outputs + policy.pool.outputs]
            .map(|from| Columns { stride, from })
    }

    /// What the heads make of one board.
    fn say(&self, raw: &[f32], batch: Batch) -> Said {
        let Model { policy, value, .. } = self.model;
        let [plain_at, pool_at, value_at] = self.columns();
        let active = rectified(&policy.pool_act, raw, pool_at, &[]);
        let (all, tops) = pooled(&active, policy.pool.outputs, batch.sized());
        let shift = times(&policy.to_bias, &all);
        let pool = Pooled { active, all, tops, shift };
        let plain = rectified(&policy.act, raw, plain_at, &pool.shift);
        let mut logits = each_point(&plain, &policy.moves);
        logits.push(times(&policy.pass, &pool.all)[0]);

        let valued = rectified(&value.act, raw, value_at, &[]);
        let ownership = each_point(&valued, &value.ownership);
        let mut sums = vec![0.0; value.conv.outputs];
        for row in valued.chunks_exact(sums.len()) {
            sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
        }
        let area = batch.area() as f32;
        let means: Vec<f32> = batch
            .value_factors()
            .iter()
            .flat_map(|factor| sums.iter().map(move |sum| sum / area * factor))
            .collect();
        let mut hidden = through(&value.hidden, &means);
        hidden.iter_mut().for_each(|x| *x = x.max(0.0));
        let mut output = Output { policy: logits, ownership, ..Output::default() };
        output.value.copy_from_slice(&through(&value.value, &hidden));
        for (to, from) in output.score.iter_mut().zip(through(&value.score, &hidden)) {
            *to = from;
        }
        Said { pool, plain, valued, means, hidden, output }
    }

    /// The way back of [`say`](Laid::say).
    fn say_back(
        &self,
        raw: &[f32],
        said: &Said,
        blame: &Output,
        batch: Batch,
        gradient: &mut Model,
        into: &mut [f32],
    ) {
        let Model { policy, value, .. } = self.model;
        let [plain_at, pool_at, value_at] = self.columns();
        let area = batch.area();

        let policies = &mut gradient.policy;
        let of_plain =
            each_point_back(&said.plain, &policy.moves, &blame.policy[..area], &mut policies.moves);
        let seen = (raw, plain_at, &said.pool.shift[..]);
        let made = (&said.plain[..], &of_plain[..]);
        let of_shift = rectified_back(&policy.act, seen, made, &mut policies.act, into);
        let all = &said.pool.all;
        let mut of_all = times_back(&policy.to_bias, all, &of_shift, &mut policies.to_bias);
        let of_pass = times_back(&policy.pass, all, &blame.policy[area..], &mut policies.pass);
        of_all.iter_mut().zip(of_pass).for_each(|(to, from)| *to += from);
        let of_pooled = said.pool.back(&of_all, batch);
        let made = (&said.pool.active[..], &of_pooled[..]);
        let seen = (raw, pool_at, &[][..]);
        rectified_back(&policy.pool_act, seen, made, &mut policies.pool_act, into);

        let values = &mut gradient.value;
        let mut of_hidden =
            through_back(&value.value, &said.hidden, &blame.value, &mut values.value);
        let scores = &blame.score[..value.score.matrix.outputs];
        let more = through_back(&value.score, &said.hidden, scores, &mut values.score);
        for ((to, more), hidden) in of_hidden.iter_mut().zip(more).zip(&said.hidden) {
            *to = if *hidden > 0.0 { *to + more } else { 0.0 };
        }
        let of_means = through_back(&value.hidden, &said.means, &of_hidden, &mut values.hidden);
        let mut of_valued = each_point_back(
            &said.valued,
            &value.ownership,
            &blame.ownership,
            &mut values.ownership,
        );
        let channels = value.conv.outputs;
        let mut of_sums = vec![0.0; channels];
        for (factor, of_means) in batch.value_factors().iter().zip(of_means.chunks_exact(channels))
        {
            let share = factor / area as f32;
            of_sums.iter_mut().zip(of_means).for_each(|(to, from)| *to += share * from);
        }
        for row in of_valued.chunks_exact_mut(channels) {
            row.iter_mut().zip(&of_sums).for_each(|(to, from)| *to += from);
        }
        let made = (&said.valued[..], &of_valued[..]);
        rectified_back(&value.act, (raw, value_at, &[]), made, &mut values.act, into);
    }
}

/// What the heads made of a board, kept for the way back.
struct Said {
    pool: Pooled,
    plain: Vec<f32>,
    valued: Vec<f32>,
    means: Vec<f32>,
    hidden: Vec<f32>,
    output: Output,
}

fn norms(block: &Block) -> (&NormAct, &NormAct) {
    match block {
        Block::Ordinary { pre, mid, .. } | Block::Pooled { pre, mid, .. } => (pre, mid),
        Block::Nested { pre, post, .. } => (pre, post),
    }
}

/// Adds the gradient of convolutions side by side to each of theirs.
fn share(weights: &[f32], convs: &mut [&mut Conv]) {
    let outputs = convs.iter().map(|conv| conv.outputs).sum::<usize>();
    let mut from = 0;
    for conv in convs {
        let own = conv.outputs;
        let rows = conv.weights.chunks_exact_mut(own).zip(weights.chunks_exact(outputs));
        for (to, row) in rows {
            to.iter_mut().zip(&row[from..]).for_each(|(to, weight)| *to += weight);
        }
        from += own;
    }
}

/// A convolution of 1×1 to one channel.
fn each_point(rows: &[f32], conv: &Conv) -> Vec<f32> {
    let weights = &conv.weights;
    let dot = |row: &[f32]| row.iter().zip(weights).map(|(x, weight)| x * weight).sum();
    rows.chunks_exact(conv.inputs).map(dot).collect()
}

fn each_point_back(rows: &[f32], conv: &Conv, blame: &[f32], gradient: &mut Conv) -> Vec<f32> {
    let mut out = Vec::with_capacity(rows.len());
    for (row, blame) in rows.chunks_exact(conv.inputs).zip(blame) {
        gradient.weights.iter_mut().zip(row).for_each(|(to, x)| *to += x * blame);
        out.extend(conv.weights.iter().map(|weight| weight * blame));
    }
    out
}

fn through(head: &Head, x: &[f32]) -> Vec<f32> {
    let mut out = times(&head.matrix, x);
    out.iter_mut().zip(&head.bias).for_each(|(out, bias)| *out += bias);
    out
}

fn through_back(head: &Head, x: &[f32], blame: &[f32], gradient: &mut Head) -> Vec<f32> {
    gradient.bias.iter_mut().zip(blame).for_each(|(to, blame)| *to += blame);
    times_back(&head.matrix, x, blame, &mut gradient.matrix)
}
