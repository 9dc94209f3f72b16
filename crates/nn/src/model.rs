//! A network as its file describes it, before it is laid out for a processor.

/// What follows a normalisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// Nothing.
    Identity,
    /// What is below zero becomes zero.
    Relu,
    /// *x* · tanh(ln(1 + eˣ)).
    Mish,
}

/// A convolution. Weights stand as in the file: row, column, input channel,
/// output channel, the last running fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    /// Rows of the kernel.
    pub height: usize,
    /// Columns of the kernel.
    pub width: usize,
    /// Input channels.
    pub inputs: usize,
    /// Output channels.
    pub outputs: usize,
    /// Row, column, input channel, output channel.
    pub weights: Vec<f32>,
}

/// A matrix: input channel, then output channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// Input channels.
    pub inputs: usize,
    /// Output channels.
    pub outputs: usize,
    /// Input channel, then output channel.
    pub weights: Vec<f32>,
}

/// A normalisation, reduced to one factor and one summand a channel, and the
/// activation behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct NormAct {
    /// A factor a channel.
    pub scale: Vec<f32>,
    /// A summand a channel.
    pub bias: Vec<f32>,
    /// What follows.
    pub activation: Activation,
}

/// A piece of the trunk, added to what comes in.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Two convolutions.
    Ordinary {
        /// Before the first convolution.
        pre: NormAct,
        /// The first convolution.
        first: Conv,
        /// Between the two.
        mid: NormAct,
        /// The second convolution.
        last: Conv,
    },
    /// A part of the first convolution is pooled over the whole board and
    /// moves the rest of it.
    Pooled {
        /// Before the first convolution.
        pre: NormAct,
        /// The part that stays on its points.
        regular: Conv,
        /// The part that is pooled.
        pool: Conv,
        /// Before it is pooled.
        pool_act: NormAct,
        /// From what was pooled to a summand for the other part.
        to_bias: Matrix,
        /// Before the second convolution.
        mid: NormAct,
        /// The second convolution.
        last: Conv,
    },
    /// Blocks of fewer channels between two convolutions of 1×1.
    Nested {
        /// Before the narrowing.
        pre: NormAct,
        /// To fewer channels.
        enter: Conv,
        /// The blocks between.
        blocks: Vec<Block>,
        /// Before the widening.
        post: NormAct,
        /// Back to the trunk's channels.
        leave: Conv,
    },
}

/// The second layer of the pass output, since version 15.
#[derive(Clone, Debug, PartialEq)]
pub struct PassHidden {
    /// A summand an output.
    pub bias: Vec<f32>,
    /// What follows.
    pub activation: Activation,
    /// To the pass.
    pub matrix: Matrix,
}

/// Where to play.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHead {
    /// The part that stays on its points.
    pub plain: Conv,
    /// The part that is pooled.
    pub pool: Conv,
    /// Before it is pooled.
    pub pool_act: NormAct,
    /// From what was pooled to a summand for the other part.
    pub to_bias: Matrix,
    /// Before the last convolution.
    pub act: NormAct,
    /// To one channel a kind of policy; the first is the policy.
    pub moves: Conv,
    /// From what was pooled to the pass.
    pub pass: Matrix,
    /// A second layer for the pass, in newer versions.
    pub pass_hidden: Option<PassHidden>,
}

/// A matrix with a summand for each output.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The matrix.
    pub matrix: Matrix,
    /// A summand an output.
    pub bias: Vec<f32>,
}

/// Who wins, by how much, and who owns what.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueHead {
    /// From the trunk.
    pub conv: Conv,
    /// Behind it.
    pub act: NormAct,
    /// The layer that all numbers share.
    pub hidden: Head,
    /// Behind that layer.
    pub hidden_act: Activation,
    /// Win, loss, no result.
    pub value: Head,
    /// Mean and spread of the score, since version 8 also the lead and the
    /// time left, since version 9 two errors.
    pub score: Head,
    /// From the trunk's part to the owner of each point.
    pub ownership: Conv,
}

/// What the numbers of the score head are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    /// The score of the training's target.
    pub td_score: f32,
    /// The mean of the score.
    pub score_mean: f32,
    /// The spread of the score.
    pub score_spread: f32,
    /// The lead.
    pub lead: f32,
    /// The time left.
    pub time: f32,
    /// The error of the value.
    pub value_error: f32,
    /// The error of the score.
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

/// A network as its file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// KataGo's version of the format.
    pub version: u32,
    /// What the score's numbers are multiplied by.
    pub scales: Scales,
    /// From the planes to the trunk.
    pub initial: Conv,
    /// From the numbers about the whole board to the trunk.
    pub initial_global: Matrix,
    /// The trunk.
    pub blocks: Vec<Block>,
    /// Behind the trunk.
    pub tip: NormAct,
    /// Where to play.
    pub policy: PolicyHead,
    /// Who wins.
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
