//! Networks of random weights, and a slow and obvious way through them.

#![allow(dead_code)]

use sobremesa_kernel::Rng;
use sobremesa_nn::{
    Activation, Block, Conv, Head, Input, Matrix, Model, NormAct, Output, PassHidden, PolicyHead,
    Scales, ValueHead,
};

pub struct Maker {
    rng: Rng,
    activation: Activation,
}

impl Maker {
    fn number(&mut self, size: f32) -> f32 {
        (self.rng.below(20_001) as f32 / 10_000.0 - 1.0) * size
    }

    fn numbers(&mut self, count: usize, size: f32) -> Vec<f32> {
        (0..count).map(|_| self.number(size)).collect()
    }

    fn conv(&mut self, size: usize, inputs: usize, outputs: usize) -> Conv {
        let count = size * size * inputs * outputs;
        let weights = self.numbers(count, 1.5 / ((size * size * inputs) as f32).sqrt());
        Conv { height: size, width: size, inputs, outputs, weights }
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) -> Matrix {
        let weights = self.numbers(inputs * outputs, 1.5 / (inputs as f32).sqrt());
        Matrix { inputs, outputs, weights }
    }

    fn head(&mut self, inputs: usize, outputs: usize) -> Head {
        Head { matrix: self.matrix(inputs, outputs), bias: self.numbers(outputs, 0.3) }
    }

    fn norm(&mut self, channels: usize) -> NormAct {
        let scale = (0..channels).map(|_| 1.0 + self.number(0.3)).collect();
        NormAct { scale, bias: self.numbers(channels, 0.3), activation: self.activation }
    }

    fn ordinary(&mut self, channels: usize, middle: usize) -> Block {
        Block::Ordinary {
            pre: self.norm(channels),
            first: self.conv(3, channels, middle),
            mid: self.norm(middle),
            last: self.conv(3, middle, channels),
        }
    }

    fn pooled(&mut self, channels: usize, regular: usize, pooled: usize) -> Block {
        Block::Pooled {
            pre: self.norm(channels),
            regular: self.conv(3, channels, regular),
            pool: self.conv(3, channels, pooled),
            pool_act: self.norm(pooled),
            to_bias: self.matrix(3 * pooled, regular),
            mid: self.norm(regular),
            last: self.conv(3, regular, channels),
        }
    }
}

/// A small network of the shape that `version` has, with odd channel counts.
pub fn tiny(version: u32, seed: u64) -> Model {
    let newer = version >= 11;
    let activation = if newer { Activation::Mish } else { Activation::Relu };
    let mut m = Maker { rng: Rng::new(seed), activation };
    let channels = 20;
    let mut blocks = vec![m.ordinary(channels, 18), m.pooled(channels, 12, 7)];
    if newer {
        blocks.push(Block::Nested {
            pre: m.norm(channels),
            enter: m.conv(1, channels, 10),
            blocks: vec![m.ordinary(10, 10), m.pooled(10, 6, 5)],
            post: m.norm(10),
            leave: m.conv(1, 10, channels),
        });
    }
    let policies = if version >= 12 { 2 } else { 1 };
    let pass = if version >= 15 { 9 } else { policies };
    Model {
        name: format!("tiny-v{version}"),
        version,
        scales: Scales::default(),
        initial: m.conv(5, 22, channels),
        initial_global: m.matrix(19, channels),
        blocks,
        tip: m.norm(channels),
        policy: PolicyHead {
            plain: m.conv(1, channels, 9),
            pool: m.conv(1, channels, 8),
            pool_act: m.norm(8),
            to_bias: m.matrix(24, 9),
            act: m.norm(9),
            moves: m.conv(1, 9, policies),
            pass: m.matrix(24, pass),
            pass_hidden: (version >= 15).then(|| PassHidden {
                bias: m.numbers(9, 0.2),
                activation,
                matrix: m.matrix(9, policies),
            }),
        },
        value: ValueHead {
            conv: m.conv(1, channels, 11),
            act: m.norm(11),
            hidden: m.head(33, 13),
            hidden_act: activation,
            value: m.head(13, 3),
            score: m.head(13, if version >= 9 { 6 } else { 4 }),
            ownership: m.conv(1, 11, 1),
        },
    }
}

/// A random input, most of it zeros.
pub fn input(rows: usize, columns: usize, seed: u64) -> Input {
    let mut rng = Rng::new(seed);
    let spatial = (0..rows * columns * 22)
        .map(|i| if i % 22 == 0 || rng.below(5) == 0 { 1.0 } else { 0.0 })
        .collect();
    Input { spatial, global: (0..19).map(|_| rng.below(100) as f32 / 50.0 - 1.0).collect() }
}

/// Planes of numbers: `[channel][point]`.
type Planes = Vec<Vec<f64>>;

fn act(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * x.exp().ln_1p().tanh(),
    }
}

struct Slow {
    rows: usize,
    columns: usize,
}

impl Slow {
    fn conv(&self, conv: &Conv, input: &Planes) -> Planes {
        let (rows, columns) = (self.rows as isize, self.columns as isize);
        let mut out = vec![vec![0.0; self.rows * self.columns]; conv.outputs];
        for (o, out) in out.iter_mut().enumerate() {
            for y in 0..rows {
                for x in 0..columns {
                    for tap in 0..conv.height * conv.width {
                        let from_y = y + (tap / conv.width) as isize - conv.height as isize / 2;
                        let from_x = x + (tap % conv.width) as isize - conv.width as isize / 2;
                        if !(0..rows).contains(&from_y) || !(0..columns).contains(&from_x) {
                            continue;
                        }
                        for (i, plane) in input.iter().enumerate() {
                            let weight = conv.weights[(tap * conv.inputs + i) * conv.outputs + o];
                            out[(y * columns + x) as usize] +=
                                f64::from(weight) * plane[(from_y * columns + from_x) as usize];
                        }
                    }
                }
            }
        }
        out
    }

    fn norm(&self, norm: &NormAct, input: &Planes) -> Planes {
        let one = |c: usize, x: f64| {
            act(norm.activation, x * f64::from(norm.scale[c]) + f64::from(norm.bias[c]))
        };
        input.iter().enumerate().map(|(c, p)| p.iter().map(|x| one(c, *x)).collect()).collect()
    }

    fn offset(&self) -> f64 {
        ((self.rows * self.columns) as f64).sqrt() - 14.0
    }

    fn means(&self, input: &Planes) -> Vec<f64> {
        input.iter().map(|plane| plane.iter().sum::<f64>() / plane.len() as f64).collect()
    }

    fn pool(&self, input: &Planes) -> Vec<f64> {
        let means = self.means(input);
        let tops = input.iter().map(|plane| plane.iter().copied().fold(f64::MIN, f64::max));
        let mut all = means.clone();
        all.extend(means.iter().map(|mean| mean * self.offset() * 0.1));
        all.extend(tops);
        all
    }

    fn plus(&self, a: &Planes, b: &Planes) -> Planes {
        a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b).collect()).collect()
    }

    fn shifted(&self, planes: &Planes, by: &[f64]) -> Planes {
        planes.iter().zip(by).map(|(p, by)| p.iter().map(|x| x + by).collect()).collect()
    }

    fn block(&self, block: &Block, x: &Planes) -> Planes {
        match block {
            Block::Ordinary { pre, first, mid, last } => {
                let y = self.conv(first, &self.norm(pre, x));
                self.plus(x, &self.conv(last, &self.norm(mid, &y)))
            }
            Block::Pooled { pre, regular, pool, pool_act, to_bias, mid, last } => {
                let active = self.norm(pre, x);
                let pooled = self.pool(&self.norm(pool_act, &self.conv(pool, &active)));
                let moved = self.shifted(&self.conv(regular, &active), &times(to_bias, &pooled));
                self.plus(x, &self.conv(last, &self.norm(mid, &moved)))
            }
            Block::Nested { pre, enter, blocks, post, leave } => {
                let mut inner = self.conv(enter, &self.norm(pre, x));
                for block in blocks {
                    inner = self.block(block, &inner);
                }
                self.plus(x, &self.conv(leave, &self.norm(post, &inner)))
            }
        }
    }
}

fn times(matrix: &Matrix, x: &[f64]) -> Vec<f64> {
    (0..matrix.outputs)
        .map(|o| {
            let weight = |i: usize| f64::from(matrix.weights[i * matrix.outputs + o]);
            x.iter().enumerate().map(|(i, x)| x * weight(i)).sum()
        })
        .collect()
}

fn through(head: &Head, x: &[f64]) -> Vec<f64> {
    times(&head.matrix, x).iter().zip(&head.bias).map(|(x, bias)| x + f64::from(*bias)).collect()
}

/// The network by its definition, in double precision.
pub fn slow(model: &Model, rows: usize, columns: usize, input: &Input) -> Output {
    let s = Slow { rows, columns };
    let area = rows * columns;
    let planes = model.planes();
    let spatial: Planes = (0..planes)
        .map(|c| (0..area).map(|p| f64::from(input.spatial[p * planes + c])).collect())
        .collect();
    let global: Vec<f64> = input.global.iter().map(|x| f64::from(*x)).collect();
    let mut x =
        s.shifted(&s.conv(&model.initial, &spatial), &times(&model.initial_global, &global));
    for block in &model.blocks {
        x = s.block(block, &x);
    }
    let x = s.norm(&model.tip, &x);

    let head = &model.policy;
    let pooled = s.pool(&s.norm(&head.pool_act, &s.conv(&head.pool, &x)));
    let plain = s.shifted(&s.conv(&head.plain, &x), &times(&head.to_bias, &pooled));
    let moves = s.conv(&head.moves, &s.norm(&head.act, &plain));
    let mut pass = times(&head.pass, &pooled);
    if let Some(hidden) = &head.pass_hidden {
        let middle: Vec<f64> = pass
            .iter()
            .zip(&hidden.bias)
            .map(|(x, bias)| act(hidden.activation, x + f64::from(*bias)))
            .collect();
        pass = times(&hidden.matrix, &middle);
    }
    let mut policy: Vec<f32> = moves[0].iter().map(|x| *x as f32).collect();
    policy.push(pass[0] as f32);

    let head = &model.value;
    let v = s.norm(&head.act, &s.conv(&head.conv, &x));
    let means = s.means(&v);
    let mut pooled = means.clone();
    pooled.extend(means.iter().map(|mean| mean * s.offset() * 0.1));
    pooled.extend(means.iter().map(|mean| mean * (s.offset() * s.offset() * 0.01 - 0.1)));
    let hidden: Vec<f64> =
        through(&head.hidden, &pooled).iter().map(|x| act(head.hidden_act, *x)).collect();
    let value = through(&head.value, &hidden);
    let mut score = [0.0; 6];
    for (to, from) in score.iter_mut().zip(through(&head.score, &hidden)) {
        *to = from as f32;
    }
    Output {
        policy,
        value: [value[0] as f32, value[1] as f32, value[2] as f32],
        score,
        ownership: s.conv(&head.ownership, &v)[0].iter().map(|x| *x as f32).collect(),
    }
}
