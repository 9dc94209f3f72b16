//! KataGo's network files: words separated by white space, and blocks of
//! numbers either as words too (`.txt`) or as `@BIN@` and little-endian 32-bit
//! floats (`.bin`). Usually all of it is compressed with gzip.
//!
//! A file is not trusted: what it announces is bounded before it is believed,
//! memory grows only with bytes that are really there, and an error says where
//! in the network and at which byte it was met.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::model::{
    Activation, Block, Conv, Head, Matrix, Model, NormAct, PassHidden, PolicyHead, Scales,
    ValueHead,
};

/// The versions that are read: older ones had other architectures, newer ones
/// brought transformers.
const VERSIONS: std::ops::RangeInclusive<u32> = 3..=16;
/// More than the largest published network has.
const MOST_CHANNELS: usize = 4096;
const MOST_BLOCKS: usize = 512;
const MOST_WEIGHTS: usize = 400_000_000;
/// Nested blocks inside nested blocks; files have one level.
const MOST_DEPTH: usize = 4;
/// Words are names and numbers.
const LONGEST_WORD: usize = 256;

/// A network file that was refused.
#[derive(Debug, thiserror::Error)]
#[error("{place}, byte {byte}: {fault}")]
pub struct ReadError {
    /// Which layer was being read.
    pub place: String,
    /// How far into the (uncompressed) network.
    pub byte: u64,
    /// What is wrong there.
    #[source]
    pub fault: Fault,
}

/// Why a network file was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file is too short.
    #[error("the file ends here")]
    Ends,
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Something else should stand here.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// A version of the format that is not known.
    #[error("found model version {0}; versions 3 to 16 are read")]
    Version(u32),
    /// A kind of block that is not known.
    #[error("found a block of kind {0}; ordinary, gpool and nested bottleneck blocks are read")]
    BlockKind(String),
    /// Something known that is not read.
    #[error("found {0}, which is not read")]
    Unsupported(String),
    /// A weight that is no number.
    #[error("a weight is not a finite number")]
    NotFinite,
    /// A network larger than any that is read.
    #[error("the network has more than {MOST_WEIGHTS} weights")]
    TooLarge,
    /// The file is too long.
    #[error("there is more behind the network")]
    Trailing,
}

/// Reads a network file.
pub fn open(path: &Path) -> Result<Model, ReadError> {
    let file = File::open(path).map_err(|error| ReadError {
        place: "the file".into(),
        byte: 0,
        fault: error.into(),
    })?;
    read(file)
}

/// Reads a network, compressed or not, with its numbers in either form.
pub fn read(source: impl Read) -> Result<Model, ReadError> {
    let mut source = BufReader::with_capacity(1 << 16, source);
    let failed =
        |error: io::Error| ReadError { place: "the file".into(), byte: 0, fault: error.into() };
    let compressed = source.fill_buf().map_err(failed)?.starts_with(&[0x1f, 0x8b]);
    if compressed {
        Reader::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(source))).model()
    } else {
        Reader::new(source).model()
    }
}

struct Reader<R> {
    source: R,
    byte: u64,
    /// Names of what is being read, outermost first.
    place: Vec<String>,
    weights: usize,
    version: u32,
}

type Reading<T> = Result<T, Fault>;

impl<R: BufRead> Reader<R> {
    fn new(source: R) -> Reader<R> {
        Reader { source, byte: 0, place: Vec::new(), weights: 0, version: 0 }
    }

    fn model(mut self) -> Result<Model, ReadError> {
        let model = self.whole();
        model.map_err(|fault| ReadError {
            place: if self.place.is_empty() { "the head".into() } else { self.place.join(", ") },
            byte: self.byte,
            fault,
        })
    }

    fn peek(&mut self) -> Reading<Option<u8>> {
        loop {
            match self.source.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn skip(&mut self) {
        self.source.consume(1);
        self.byte += 1;
    }

    fn skip_space(&mut self) -> Reading<Option<u8>> {
        loop {
            match self.peek()? {
                Some(byte) if byte.is_ascii_whitespace() => self.skip(),
                next => return Ok(next),
            }
        }
    }

    fn word(&mut self, expected: &str) -> Reading<String> {
        let unexpected = |found: &[u8]| Fault::Unexpected {
            found: format!("\"{}\"", String::from_utf8_lossy(found).escape_debug()),
            expected: expected.to_owned(),
        };
        let mut word = Vec::new();
        self.skip_space()?.ok_or(Fault::Ends)?;
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() || (byte == b'@' && !word.is_empty()) {
                break;
            }
            word.push(byte);
            self.skip();
            if !byte.is_ascii_graphic() || word.len() > LONGEST_WORD {
                word.truncate(24);
                return Err(unexpected(&word));
            }
        }
        String::from_utf8(word).map_err(|error| unexpected(error.as_bytes()))
    }

    fn parsed<T: std::str::FromStr>(&mut self, expected: &str) -> Reading<T> {
        let word = self.word(expected)?;
        word.parse().map_err(|_| Fault::Unexpected {
            found: format!("\"{word}\""),
            expected: expected.to_owned(),
        })
    }

    fn count(&mut self, what: &str, most: usize) -> Reading<usize> {
        let found: i64 = self.parsed(what)?;
        usize::try_from(found).ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| {
            Fault::Unexpected { found: found.to_string(), expected: format!("{what}, 1 to {most}") }
        })
    }

    fn same(what: &str, found: usize, expected: usize) -> Reading<()> {
        if found == expected {
            return Ok(());
        }
        Err(Fault::Unexpected { found: format!("{found} {what}"), expected: expected.to_string() })
    }

    fn number(&mut self, expected: &str) -> Reading<f32> {
        let number: f32 = self.parsed(expected)?;
        if number.is_finite() { Ok(number) } else { Err(Fault::NotFinite) }
    }

    /// `count` weights in either form. The vector grows as they arrive.
    fn floats(&mut self, count: usize) -> Reading<Vec<f32>> {
        self.weights = self.weights.saturating_add(count);
        if self.weights > MOST_WEIGHTS {
            return Err(Fault::TooLarge);
        }
        let mut numbers = Vec::with_capacity(count.min(1 << 16));
        if self.skip_space()?.ok_or(Fault::Ends)? != b'@' {
            for _ in 0..count {
                numbers.push(self.number("a weight")?);
            }
            return Ok(numbers);
        }
        for expected in *b"@BIN@" {
            let found = self.peek()?.ok_or(Fault::Ends)?;
            if found != expected {
                return Err(Fault::Unexpected {
                    found: format!("byte {found}"),
                    expected: "@BIN@ before binary weights".into(),
                });
            }
            self.skip();
        }
        let mut chunk = [0; 4096];
        let mut left = count * 4;
        while left > 0 {
            let take = left.min(chunk.len());
            self.fill(&mut chunk[..take])?;
            left -= take;
            for bytes in chunk[..take].chunks_exact(4) {
                let number = f32::from_le_bytes(bytes.try_into().expect("four bytes"));
                if !number.is_finite() {
                    return Err(Fault::NotFinite);
                }
                numbers.push(number);
            }
        }
        Ok(numbers)
    }

    fn fill(&mut self, into: &mut [u8]) -> Reading<()> {
        self.source.read_exact(into).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Ends,
            _ => Fault::Io(error),
        })?;
        self.byte += into.len() as u64;
        Ok(())
    }

    /// Reads a named thing; its name is the place errors speak of.
    fn named<T>(&mut self, what: &str, read: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<T> {
        self.place.push(what.to_owned());
        let name = self.word(&format!("the name of {what}"))?;
        *self.place.last_mut().expect("just pushed") = format!("{what} {name}");
        let thing = read(self)?;
        self.place.pop();
        Ok(thing)
    }

    fn conv(&mut self, what: &str, inputs: Option<usize>) -> Reading<Conv> {
        self.named(what, |r| {
            let height = r.count("rows of a filter", 19)?;
            let width = r.count("columns of a filter", 19)?;
            let found = r.count("input channels", MOST_CHANNELS)?;
            let outputs = r.count("output channels", MOST_CHANNELS)?;
            let dilation = [r.count("a dilation", 19)?, r.count("a dilation", 19)?];
            if height % 2 == 0 || width % 2 == 0 {
                return Err(Fault::Unsupported(format!("a filter of {height}×{width}")));
            }
            if dilation != [1, 1] {
                return Err(Fault::Unsupported(format!("a dilation of {dilation:?}")));
            }
            Self::same("input channels", found, inputs.unwrap_or(found))?;
            let weights = r.floats(height * width * found * outputs)?;
            Ok(Conv { height, width, inputs: found, outputs, weights })
        })
    }

    fn matrix(&mut self, what: &str, inputs: usize) -> Reading<Matrix> {
        self.named(what, |r| {
            let found = r.count("input channels", 3 * MOST_CHANNELS)?;
            let outputs = r.count("output channels", MOST_CHANNELS)?;
            Self::same("input channels", found, inputs)?;
            let weights = r.floats(found * outputs)?;
            Ok(Matrix { inputs: found, outputs, weights })
        })
    }

    fn bias(&mut self, what: &str, channels: usize) -> Reading<Vec<f32>> {
        self.named(what, |r| {
            Self::same("channels", r.count("channels", MOST_CHANNELS)?, channels)?;
            r.floats(channels)
        })
    }

    fn head(&mut self, what: &str, inputs: usize) -> Reading<Head> {
        let matrix = self.matrix(what, inputs)?;
        let bias = self.bias(what, matrix.outputs)?;
        Ok(Head { matrix, bias })
    }

    fn activation(&mut self) -> Reading<Activation> {
        self.named("activation", |r| {
            if r.version < 11 {
                return Ok(Activation::Relu);
            }
            let kind = r.word("a kind of activation")?;
            match kind.as_str() {
                "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
                "ACTIVATION_RELU" => Ok(Activation::Relu),
                "ACTIVATION_MISH" => Ok(Activation::Mish),
                _ => Err(Fault::Unsupported(format!("the activation {kind}"))),
            }
        })
    }

    fn norm_act(&mut self, what: &str, channels: usize) -> Reading<NormAct> {
        let (scale, bias) = self.named(what, |r| {
            Self::same("channels", r.count("channels", MOST_CHANNELS)?, channels)?;
            let epsilon = r.number("an epsilon")?;
            let has_scale: u8 = r.parsed("0 or 1 for a scale")?;
            let has_bias: u8 = r.parsed("0 or 1 for a bias")?;
            let mean = r.floats(channels)?;
            let variance = r.floats(channels)?;
            let mut scale = if has_scale != 0 { r.floats(channels)? } else { vec![1.0; channels] };
            let mut bias = if has_bias != 0 { r.floats(channels)? } else { vec![0.0; channels] };
            for c in 0..channels {
                scale[c] /= (variance[c] + epsilon).sqrt();
                bias[c] -= mean[c] * scale[c];
                if !scale[c].is_finite() || !bias[c].is_finite() {
                    return Err(Fault::NotFinite);
                }
            }
            Ok((scale, bias))
        })?;
        Ok(NormAct { scale, bias, activation: self.activation()? })
    }

    fn block(&mut self, channels: usize, depth: usize) -> Reading<Block> {
        let kind = self.word("a kind of block")?;
        let ends = |conv: &Conv| Self::same("output channels", conv.outputs, channels);
        match kind.as_str() {
            "ordinary_block" => self.named("block", |r| {
                let pre = r.norm_act("norm", channels)?;
                let first = r.conv("convolution", Some(channels))?;
                let mid = r.norm_act("norm", first.outputs)?;
                let last = r.conv("convolution", Some(first.outputs))?;
                ends(&last)?;
                Ok(Block::Ordinary { pre, first, mid, last })
            }),
            "gpool_block" => self.named("block", |r| {
                let pre = r.norm_act("norm", channels)?;
                let regular = r.conv("convolution", Some(channels))?;
                let pool = r.conv("convolution", Some(channels))?;
                let pool_act = r.norm_act("norm", pool.outputs)?;
                let to_bias = r.matrix("matrix", 3 * pool.outputs)?;
                Self::same("output channels", to_bias.outputs, regular.outputs)?;
                Self::same("rows of a filter", pool.height, regular.height)?;
                Self::same("columns of a filter", pool.width, regular.width)?;
                let mid = r.norm_act("norm", regular.outputs)?;
                let last = r.conv("convolution", Some(regular.outputs))?;
                ends(&last)?;
                Ok(Block::Pooled { pre, regular, pool, pool_act, to_bias, mid, last })
            }),
            "nested_bottleneck_block" if depth < MOST_DEPTH => self.named("block", |r| {
                let count = r.count("blocks", MOST_BLOCKS)?;
                let pre = r.norm_act("norm", channels)?;
                let enter = r.conv("convolution", Some(channels))?;
                let blocks = (0..count)
                    .map(|_| r.block(enter.outputs, depth + 1))
                    .collect::<Reading<Vec<Block>>>()?;
                let post = r.norm_act("norm", enter.outputs)?;
                let leave = r.conv("convolution", Some(enter.outputs))?;
                ends(&leave)?;
                Ok(Block::Nested { pre, enter, blocks, post, leave })
            }),
            _ => Err(Fault::BlockKind(kind)),
        }
    }

    fn zeros(&mut self, count: usize) -> Reading<()> {
        for _ in 0..count {
            let found: i64 = self.parsed("a whole number")?;
            if found != 0 {
                return Err(Fault::Unsupported(format!("an option {found} of a later version")));
            }
        }
        Ok(())
    }

    fn whole(&mut self) -> Reading<Model> {
        let name = self.word("the name of a network")?;
        self.version = self.parsed("a model version")?;
        if !VERSIONS.contains(&self.version) {
            return Err(Fault::Version(self.version));
        }
        let planes = self.count("planes of input", MOST_CHANNELS)?;
        let globals = self.count("global inputs", MOST_CHANNELS)?;
        let mut scales = Scales::default();
        if self.version >= 13 {
            for scale in [
                &mut scales.td_score,
                &mut scales.score_mean,
                &mut scales.score_spread,
                &mut scales.lead,
                &mut scales.time,
                &mut scales.value_error,
                &mut scales.score_error,
            ] {
                *scale = self.number("a scale of the outputs")?;
            }
        }
        if self.version >= 15 {
            let described: i64 = self.parsed("a whole number")?;
            if described != 0 {
                return Err(Fault::Unsupported("an input that describes the players".into()));
            }
            self.zeros(7)?;
        }
        let (initial, initial_global, blocks, tip) = self.named("trunk", |r| {
            let count = r.count("blocks", MOST_BLOCKS)?;
            let channels = r.count("channels of the trunk", MOST_CHANNELS)?;
            for what in ["middle", "regular", "dilated", "pooled"] {
                r.parsed::<i64>(&format!("{what} channels"))?;
            }
            if r.version >= 15 {
                r.zeros(6)?;
            }
            let initial = r.conv("convolution", Some(planes))?;
            Self::same("output channels", initial.outputs, channels)?;
            let initial_global = r.matrix("matrix", globals)?;
            Self::same("output channels", initial_global.outputs, channels)?;
            let blocks =
                (0..count).map(|_| r.block(channels, 0)).collect::<Reading<Vec<Block>>>()?;
            let tip = r.norm_act("norm", channels)?;
            Ok((initial, initial_global, blocks, tip))
        })?;
        let policy = self.named("policy head", |r| r.policy(initial.outputs))?;
        let value = self.named("value head", |r| r.value(initial.outputs))?;
        if self.skip_space()?.is_some() {
            return Err(Fault::Trailing);
        }
        let version = self.version;
        Ok(Model { name, version, scales, initial, initial_global, blocks, tip, policy, value })
    }

    fn policy(&mut self, channels: usize) -> Reading<PolicyHead> {
        let plain = self.conv("convolution", Some(channels))?;
        let pool = self.conv("convolution", Some(channels))?;
        let pool_act = self.norm_act("norm", pool.outputs)?;
        let to_bias = self.matrix("matrix", 3 * pool.outputs)?;
        Self::same("output channels", to_bias.outputs, plain.outputs)?;
        let act = self.norm_act("norm", plain.outputs)?;
        let moves = self.conv("convolution", Some(plain.outputs))?;
        let pass = self.matrix("matrix", 3 * pool.outputs)?;
        let pass_hidden = if self.version >= 15 {
            let bias = self.bias("bias", pass.outputs)?;
            let activation = self.activation()?;
            let matrix = self.matrix("matrix", pass.outputs)?;
            Self::same("output channels", matrix.outputs, moves.outputs)?;
            Some(PassHidden { bias, activation, matrix })
        } else {
            Self::same("output channels", pass.outputs, moves.outputs)?;
            None
        };
        for conv in [&plain, &pool, &moves] {
            Self::same("rows and columns of a filter", conv.height * conv.width, 1)?;
        }
        Ok(PolicyHead { plain, pool, pool_act, to_bias, act, moves, pass, pass_hidden })
    }

    fn value(&mut self, channels: usize) -> Reading<ValueHead> {
        let conv = self.conv("convolution", Some(channels))?;
        let act = self.norm_act("norm", conv.outputs)?;
        let hidden = self.head("matrix", 3 * conv.outputs)?;
        let hidden_act = self.activation()?;
        let value = self.head("matrix", hidden.matrix.outputs)?;
        Self::same("outputs of the value", value.matrix.outputs, 3)?;
        let score = self.head("matrix", hidden.matrix.outputs)?;
        let outputs = match self.version {
            9.. => 6,
            8 => 4,
            4..8 => 2,
            _ => 1,
        };
        Self::same("outputs of the score", score.matrix.outputs, outputs)?;
        let ownership = self.conv("convolution", Some(conv.outputs))?;
        for conv in [&conv, &ownership] {
            Self::same("rows and columns of a filter", conv.height * conv.width, 1)?;
        }
        Self::same("output channels", ownership.outputs, 1)?;
        Ok(ValueHead { conv, act, hidden, hidden_act, value, score, ownership })
    }
}
