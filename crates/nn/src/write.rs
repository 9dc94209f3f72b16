//! Writes the files that [`read`](crate::read) reads, compressed: networks of
//! our own travel in a form that other programs know.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::model::{Activation, Block, Conv, Head, Matrix, Model, NormAct};

/// How the weights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// `.bin.gz`
    Binary,
    /// `.txt.gz`
    Text,
}

/// Writes `model` as a compressed network file.
pub fn write(model: &Model, encoding: Encoding, to: impl Write) -> io::Result<()> {
    let mut writer =
        Writer { to: GzEncoder::new(to, Compression::best()), encoding, version: model.version };
    writer.whole(model)?;
    writer.to.finish()?;
    Ok(())
}

struct Writer<W: Write> {
    to: W,
    encoding: Encoding,
    version: u32,
}

impl<W: Write> Writer<W> {
    fn floats(&mut self, numbers: &[f32]) -> io::Result<()> {
        match self.encoding {
            Encoding::Text => {
                for number in numbers {
                    write!(self.to, "{number:e} ")?;
                }
            }
            Encoding::Binary => {
                self.to.write_all(b"@BIN@")?;
                for number in numbers {
                    self.to.write_all(&number.to_le_bytes())?;
                }
            }
        }
        writeln!(self.to)
    }

    fn conv(&mut self, name: &str, conv: &Conv) -> io::Result<()> {
        let Conv { height, width, inputs, outputs, weights } = conv;
        writeln!(self.to, "{name}\n{height} {width} {inputs} {outputs} 1 1")?;
        self.floats(weights)
    }

    fn matrix(&mut self, name: &str, matrix: &Matrix) -> io::Result<()> {
        writeln!(self.to, "{name}\n{} {}", matrix.inputs, matrix.outputs)?;
        self.floats(&matrix.weights)
    }

    fn bias(&mut self, name: &str, bias: &[f32]) -> io::Result<()> {
        writeln!(self.to, "{name}\n{}", bias.len())?;
        self.floats(bias)
    }

    fn head(&mut self, name: &str, head: &Head) -> io::Result<()> {
        self.matrix(&format!("{name}/mul"), &head.matrix)?;
        self.bias(&format!("{name}/bias"), &head.bias)
    }

    fn activation(&mut self, activation: Activation) -> io::Result<()> {
        writeln!(self.to, "act")?;
        if self.version < 11 {
            return Ok(());
        }
        writeln!(
            self.to,
            "{}",
            match activation {
                Activation::Identity => "ACTIVATION_IDENTITY",
                Activation::Relu => "ACTIVATION_RELU",
                Activation::Mish => "ACTIVATION_MISH",
            }
        )
    }

    /// A normalisation that only has its factor and summand: mean 0 and
    /// variance 1, with an epsilon that vanishes beside it.
    fn norm_act(&mut self, name: &str, norm: &NormAct) -> io::Result<()> {
        let channels = norm.scale.len();
        writeln!(self.to, "{name}\n{channels} 1e-20 1 1")?;
        self.floats(&vec![0.0; channels])?;
        self.floats(&vec![1.0; channels])?;
        self.floats(&norm.scale)?;
        self.floats(&norm.bias)?;
        self.activation(norm.activation)
    }

    fn block(&mut self, name: &str, block: &Block) -> io::Result<()> {
        match block {
            Block::Ordinary { pre, first, mid, last } => {
                writeln!(self.to, "ordinary_block\n{name}")?;
                self.norm_act("norm1", pre)?;
                self.conv("w1", first)?;
                self.norm_act("norm2", mid)?;
                self.conv("w2", last)
            }
            Block::Pooled { pre, regular, pool, pool_act, to_bias, mid, last } => {
                writeln!(self.to, "gpool_block\n{name}")?;
                self.norm_act("norm1", pre)?;
                self.conv("w1a", regular)?;
                self.conv("w1b", pool)?;
                self.norm_act("norm1b", pool_act)?;
                self.matrix("w1r", to_bias)?;
                self.norm_act("norm2", mid)?;
                self.conv("w2", last)
            }
            Block::Nested { pre, enter, blocks, post, leave } => {
                writeln!(self.to, "nested_bottleneck_block\n{name}\n{}", blocks.len())?;
                self.norm_act("normp", pre)?;
                self.conv("convp", enter)?;
                for (i, block) in blocks.iter().enumerate() {
                    self.block(&format!("{name}.{i}"), block)?;
                }
                self.norm_act("normq", post)?;
                self.conv("convq", leave)
            }
        }
    }

    fn whole(&mut self, model: &Model) -> io::Result<()> {
        writeln!(self.to, "{}\n{}", model.name, model.version)?;
        writeln!(self.to, "{}\n{}", model.planes(), model.globals())?;
        if model.version >= 13 {
            let s = &model.scales;
            for scale in [
                s.td_score,
                s.score_mean,
                s.score_spread,
                s.lead,
                s.time,
                s.value_error,
                s.score_error,
            ] {
                writeln!(self.to, "{scale}")?;
            }
        }
        if model.version >= 15 {
            writeln!(self.to, "0 0 0 0 0 0 0 0")?;
        }
        let channels = model.channels();
        let (middle, pooled) = model.inner_channels();
        writeln!(
            self.to,
            "trunk\n{} {channels} {middle} {} {pooled} {pooled}",
            model.blocks.len(),
            middle.saturating_sub(pooled).max(1),
        )?;
        if model.version >= 15 {
            writeln!(self.to, "0 0 0 0 0 0")?;
        }
        self.conv("conv1", &model.initial)?;
        self.matrix("ginputw", &model.initial_global)?;
        for (i, block) in model.blocks.iter().enumerate() {
            self.block(&format!("rconv{}", i + 1), block)?;
        }
        self.norm_act("trunk/norm", &model.tip)?;

        let policy = &model.policy;
        writeln!(self.to, "policyhead")?;
        self.conv("p1/intermediate_conv/w", &policy.plain)?;
        self.conv("g1/w", &policy.pool)?;
        self.norm_act("g1/norm", &policy.pool_act)?;
        self.matrix("matmulg2w", &policy.to_bias)?;
        self.norm_act("p1/norm", &policy.act)?;
        self.conv("p2/w", &policy.moves)?;
        self.matrix("matmulpass", &policy.pass)?;
        if let (Some(hidden), 15..) = (&policy.pass_hidden, model.version) {
            self.bias("pass/bias", &hidden.bias)?;
            self.activation(hidden.activation)?;
            self.matrix("matmulpass2", &hidden.matrix)?;
        }

        let value = &model.value;
        writeln!(self.to, "valuehead")?;
        self.conv("v1/w", &value.conv)?;
        self.norm_act("v1/norm", &value.act)?;
        self.head("v2", &value.hidden)?;
        self.activation(value.hidden_act)?;
        self.head("v3", &value.value)?;
        self.head("sv3", &value.score)?;
        self.conv("vownership/w", &value.ownership)
    }
}

impl Model {
    /// Middle channels and pooled channels of the first blocks that have
    /// them: what the head of a file says about them, and nobody uses.
    fn inner_channels(&self) -> (usize, usize) {
        let mut middle = self.channels();
        let mut pooled = 1;
        for block in &self.blocks {
            match block {
                Block::Ordinary { first, .. } => middle = first.outputs,
                Block::Pooled { pool, .. } => pooled = pool.outputs,
                Block::Nested { enter, .. } => middle = enter.outputs,
            }
        }
        (middle, pooled)
    }
}
