//! A network as its file describes it, before it is laid out for a processor.

/// What follows a normalisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    Identity,
    Relu,
    Mish,
}

/// A convolution. Weights stand as in the file: row, column, input channel,
/// output channel, the last running fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    pub height: usize,
    pub width: usize,
    pub inputs: usize,
    pub outputs: usize,
    pub weights: Vec<f32>,
}

/// A matrix: input channel, then output channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    pub inputs: usize,
    pub outputs: usize,
    pub weights: Vec<f32>,
}

/// A normalisation, reduced to one factor and one summand a channel, and the
/// activation behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct NormAct {
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
    pub activation: Activation,
}

/// A piece of the trunk, added to what comes in.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Ordinary {
        pre: NormAct,
        first: Conv,
        mid: NormAct,
        last: Conv,
    },
    /// A part of the first convolution is pooled over the whole board and
    /// moves the rest of it.
    Pooled {
        pre: NormAct,
        regular: Conv,
        pool: Conv,
        pool_act: NormAct,
        to_bias: Matrix,
        mid: NormAct,
        last: Conv,
    },
    /// Blocks of fewer channels between two convolutions of 1×1.
    Nested {
        pre: NormAct,
        enter: Conv,
        blocks: Vec<Block>,
        post: NormAct,
        leave: Conv,
    },
}

/// The second layer of the pass output, since version 15.
#[derive(Clone, Debug, PartialEq)]
pub struct PassHidden {
    pub bias: Vec<f32>,
    pub activation: Activation,
    pub matrix: Matrix,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHead {
    pub plain: Conv,
    pub pool: Conv,
    pub pool_act: NormAct,
    pub to_bias: Matrix,
    pub act: NormAct,
    /// To one channel a kind of policy; the first is the policy.
    pub moves: Conv,
    pub pass: Matrix,
    pub pass_hidden: Option<PassHidden>,
}

/// A matrix with a summand for each output.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub matrix: Matrix,
    pub bias: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ValueHead {
    pub conv: Conv,
    pub act: NormAct,
    pub hidden: Head,
    pub hidden_act: Activation,
    /// Win, loss, no result.
    pub value: Head,
    /// Mean and spread of the score, since version 8 also the lead and the
    /// time left, since version 9 two errors.
    pub score: Head,
    pub ownership: Conv,
}

/// What the numbers of the score head are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    pub td_score: f32,
    pub score_mean: f32,
    pub score_spread: f32,
    pub lead: f32,
    pub time: f32,
    pub value_error: f32,
    pub score_error: f32,
}

impl Default for Scales {
    fn default() -> Scales {
        Scales {
            td_score: 20.0,
            score_mean: 20.0,
            score_spread: 20.0,
            lead: 20.0,
            time: 40.0,
            value_error: 0.25,
            score_error: 30.0,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub name: String,
    pub version: u32,
    pub scales: Scales,
    pub initial: Conv,
    pub initial_global: Matrix,
    pub blocks: Vec<Block>,
    pub tip: NormAct,
    pub policy: PolicyHead,
    pub value: ValueHead,
}

impl Model {
    /// Planes a point has in the input.
    #[must_use]
    pub fn planes(&self) -> usize {
        self.initial.inputs
    }

    /// Numbers about the whole board in the input.
    #[must_use]
    pub fn globals(&self) -> usize {
        self.initial_global.inputs
    }

    /// Channels of the trunk.
    #[must_use]
    pub fn channels(&self) -> usize {
        self.initial.outputs
    }

    /// A short name of the shape, as people call networks: `b6c96`, and
    /// `b18c384nbt` where blocks are nested.
    #[must_use]
    pub fn shape(&self) -> String {
        let nested = self.blocks.iter().any(|block| matches!(block, Block::Nested { .. }));
        let kind = if nested { "nbt" } else { "" };
        format!("b{}c{}{kind}", self.blocks.len(), self.channels())
    }

    /// Weights in all, normalisations apart.
    #[must_use]
    pub fn weights(&self) -> usize {
        let value = &self.value;
        let policy = &self.policy;
        let convs = [
            &self.initial,
            &policy.plain,
            &policy.pool,
            &policy.moves,
            &value.conv,
            &value.ownership,
        ];
        let matrices = [
            &self.initial_global,
            &policy.to_bias,
            &policy.pass,
            &value.hidden.matrix,
            &value.value.matrix,
            &value.score.matrix,
        ];
        let hidden = policy.pass_hidden.as_ref().map_or(0, |hidden| hidden.matrix.weights.len());
        convs.iter().map(|conv| conv.weights.len()).sum::<usize>()
            + matrices.iter().map(|matrix| matrix.weights.len()).sum::<usize>()
            + self.blocks.iter().map(Block::weights).sum::<usize>()
            + hidden
    }
}

impl Block {
    fn weights(&self) -> usize {
        match self {
            Block::Ordinary { first, last, .. } => first.weights.len() + last.weights.len(),
            Block::Pooled { regular, pool, to_bias, last, .. } => {
                regular.weights.len()
                    + pool.weights.len()
                    + to_bias.weights.len()
                    + last.weights.len()
            }
            Block::Nested { enter, blocks, leave, .. } => {
                enter.weights.len()
                    + leave.weights.len()
                    + blocks.iter().map(Block::weights).sum::<usize>()
            }
        }
    }
}
