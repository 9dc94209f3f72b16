//! Networks that know nothing yet: where training begins, and what tests use
//! when any network will do.

use sobremesa_kernel::Rng;

use crate::model::{
    Activation, Block, Conv, Head, Matrix, Model, NormAct, PolicyHead, Scales, ValueHead,
};

/// The size of a [`Model::fresh`] network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Planes of each point of the input.
    pub planes: usize,
    /// Numbers about the whole board.
    pub globals: usize,
    /// Blocks of the trunk.
    pub blocks: usize,
    /// Channels of the trunk.
    pub channels: usize,
    /// Channels of the heads, and of the part of a block that is pooled.
    pub heads: usize,
}

impl Model {
    /// A network of model version 8 with random weights: every third block,
    /// counted from the second, pools over the whole board.
    #[must_use]
    pub fn fresh(name: &str, shape: &Shape, seed: u64) -> Model {
        let mut rng = Rng::new(seed);
        let Shape { planes, globals, blocks, channels, heads } = *shape;
        let pooled = heads.min(channels / 2).max(1);
        let mut make = Maker { rng: &mut rng };
        let initial = make.conv(5, planes, channels, 1.0);
        let initial_global = make.matrix(globals, channels, 0.5);
        // The last convolution of a block starts small, so that the sum of
        // many blocks does not grow.
        let small = 1.0 / (blocks.max(1) as f32).sqrt();
        let blocks = (0..blocks)
            .map(|i| match i % 3 {
                1 => Block::Pooled {
                    pre: norm(channels),
                    regular: make.conv(3, channels, channels - pooled, 1.0),
                    pool: make.conv(3, channels, pooled, 1.0),
                    pool_act: norm(pooled),
                    to_bias: make.matrix(3 * pooled, channels - pooled, 0.5),
                    mid: norm(channels - pooled),
                    last: make.conv(3, channels - pooled, channels, small),
                },
                _ => Block::Ordinary {
                    pre: norm(channels),
                    first: make.conv(3, channels, channels, 1.0),
                    mid: norm(channels),
                    last: make.conv(3, channels, channels, small),
                },
            })
            .collect();
        Model {
            name: name.to_owned(),
            version: 8,
            scales: Scales::default(),
            initial,
            initial_global,
            blocks,
            tip: norm(channels),
            policy: PolicyHead {
                plain: make.conv(1, channels, heads, 1.0),
                pool: make.conv(1, channels, heads, 1.0),
                pool_act: norm(heads),
                to_bias: make.matrix(3 * heads, heads, 0.5),
                act: norm(heads),
                moves: make.conv(1, heads, 1, 0.3),
                pass: make.matrix(3 * heads, 1, 0.3),
                pass_hidden: None,
            },
            value: ValueHead {
                conv: make.conv(1, channels, heads, 1.0),
                act: norm(heads),
                hidden: make.head(3 * heads, 2 * heads, 1.0),
                hidden_act: Activation::Relu,
                value: make.head(2 * heads, 3, 0.3),
                score: make.head(2 * heads, 4, 0.3),
                ownership: make.conv(1, heads, 1, 0.3),
            },
        }
    }
}

fn norm(channels: usize) -> NormAct {
    NormAct { scale: vec![1.0; channels], bias: vec![0.0; channels], activation: Activation::Relu }
}

struct Maker<'a> {
    rng: &'a mut Rng,
}

impl Maker<'_> {
    /// Numbers whose squares are 2/`inputs` on average, times `gain`: what
    /// keeps signals of one size behind a rectifier (He, 2015).
    fn numbers(&mut self, count: usize, inputs: usize, gain: f32) -> Vec<f32> {
        let most = gain * (6.0 / inputs as f32).sqrt();
        (0..count).map(|_| (2.0 * self.rng.unit() as f32 - 1.0) * most).collect()
    }

    fn conv(&mut self, size: usize, inputs: usize, outputs: usize, gain: f32) -> Conv {
        let fan = size * size * inputs;
        let weights = self.numbers(fan * outputs, fan, gain);
        Conv { height: size, width: size, inputs, outputs, weights }
    }

    fn matrix(&mut self, inputs: usize, outputs: usize, gain: f32) -> Matrix {
        let weights = self.numbers(inputs * outputs, inputs, gain);
        Matrix { inputs, outputs, weights }
    }

    fn head(&mut self, inputs: usize, outputs: usize, gain: f32) -> Head {
        Head { matrix: self.matrix(inputs, outputs, gain), bias: vec![0.0; outputs] }
    }
}
