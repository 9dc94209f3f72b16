//! The weights of a model as lists of numbers, in one order: gradients and
//! the optimiser's memory are models too.

use crate::model::{Activation, Block, Conv, Head, Matrix, Model, NormAct};

/// Why a model cannot be trained here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct Unfit {
    /// What the model has.
    pub found: String,
    /// What can be trained.
    pub expected: &'static str,
}

impl Model {
    /// All numbers that training may change.
    pub fn parts(&mut self) -> Vec<&mut [f32]> {
        let mut parts = Parts(Vec::new());
        parts.conv(&mut self.initial);
        parts.matrix(&mut self.initial_global);
        for block in &mut self.blocks {
            parts.block(block);
        }
        parts.norm(&mut self.tip);
        let policy = &mut self.policy;
        parts.conv(&mut policy.plain);
        parts.conv(&mut policy.pool);
        parts.norm(&mut policy.pool_act);
        parts.matrix(&mut policy.to_bias);
        parts.norm(&mut policy.act);
        parts.conv(&mut policy.moves);
        parts.matrix(&mut policy.pass);
        if let Some(hidden) = &mut policy.pass_hidden {
            parts.0.push(&mut hidden.bias);
            parts.matrix(&mut hidden.matrix);
        }
        let value = &mut self.value;
        parts.conv(&mut value.conv);
        parts.norm(&mut value.act);
        parts.head(&mut value.hidden);
        parts.head(&mut value.value);
        parts.head(&mut value.score);
        parts.conv(&mut value.ownership);
        parts.0
    }

    /// A model of the same shape, all of whose numbers are 0.
    #[must_use]
    pub fn zeros(&self) -> Model {
        let mut zeros = self.clone();
        zeros.parts().into_iter().for_each(|part| part.fill(0.0));
        zeros
    }

    /// Whether training knows every layer: the shape of [`Model::fresh`] with
    /// channels in whole vectors.
    pub(super) fn check_trainable(&self) -> Result<(), Unfit> {
        let unfit = |found: String, expected| Err(Unfit { found, expected });
        let blocks = self.blocks.iter().map(|block| match block {
            Block::Ordinary { pre, first, mid, .. } => Some((vec![pre, mid], vec![first.outputs])),
            Block::Pooled { pre, regular, pool, pool_act, mid, .. } => {
                Some((vec![pre, pool_act, mid], vec![regular.outputs, pool.outputs]))
            }
            Block::Nested { .. } => None,
        });
        let blocks: Option<Vec<_>> = blocks.collect();
        let Some(blocks) = blocks else {
            return unfit("a nested block".to_owned(), "ordinary and pooled blocks");
        };
        let (mut norms, mut channels) = (Vec::new(), vec![self.channels()]);
        for (block_norms, block_channels) in blocks {
            norms.extend(block_norms);
            channels.extend(block_channels);
        }
        let (policy, value) = (&self.policy, &self.value);
        norms.extend([&self.tip, &policy.pool_act, &policy.act, &value.act]);
        channels.extend([policy.plain.outputs, policy.pool.outputs, value.conv.outputs]);
        let mut activations = norms.iter().map(|norm| norm.activation).chain([value.hidden_act]);
        if let Some(other) = activations.find(|activation| *activation != Activation::Relu) {
            return unfit(format!("activation {other:?}"), "rectifiers");
        }
        if let Some(odd) = channels.iter().find(|count| !count.is_multiple_of(crate::gemm::PAD)) {
            return unfit(format!("a layer of {odd} channels"), "a multiple of 16");
        }
        if policy.pass_hidden.is_some() || policy.moves.outputs != 1 {
            return unfit("a policy of later versions".to_owned(), "one of version 8");
        }
        Ok(())
    }
}

struct Parts<'a>(Vec<&'a mut [f32]>);

impl<'a> Parts<'a> {
    fn conv(&mut self, conv: &'a mut Conv) {
        self.0.push(&mut conv.weights);
    }

    fn matrix(&mut self, matrix: &'a mut Matrix) {
        self.0.push(&mut matrix.weights);
    }

    fn norm(&mut self, norm: &'a mut NormAct) {
        self.0.push(&mut norm.scale);
        self.0.push(&mut norm.bias);
    }

    fn head(&mut self, head: &'a mut Head) {
        self.matrix(&mut head.matrix);
        self.0.push(&mut head.bias);
    }

    fn block(&mut self, block: &'a mut Block) {
        match block {
            Block::Ordinary { pre, first, mid, last } => {
                self.norm(pre);
                self.conv(first);
                self.norm(mid);
                self.conv(last);
            }
            Block::Pooled { pre, regular, pool, pool_act, to_bias, mid, last } => {
                self.norm(pre);
                self.conv(regular);
                self.conv(pool);
                self.norm(pool_act);
                self.matrix(to_bias);
                self.norm(mid);
                self.conv(last);
            }
            Block::Nested { pre, enter, blocks, post, leave } => {
                self.norm(pre);
                self.conv(enter);
                blocks.iter_mut().for_each(|block| self.block(block));
                self.norm(post);
                self.conv(leave);
            }
        }
    }
}
