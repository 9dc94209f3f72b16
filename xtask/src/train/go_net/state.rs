//! What a run keeps between its pieces: weights, their average and the
//! optimiser's memory, in one file that is written whole or not at all.
//!
//! The file is [`MAGIC`], pieces and steps done (64 bits each), the numbers of
//! the four models one after the other as 32-bit floats, and the checksum of
//! all that; little-endian.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sobremesa_nn::Model;
use sobremesa_nn::train::Trainer;
use sobremesa_search::fnv1a;

use crate::files::replace;

const MAGIC: &[u8; 8] = b"sobregn1";

/// A trainer and how many pieces it has done.
#[derive(Clone, Debug)]
pub struct State {
    pub trainer: Trainer,
    pub pieces: u64,
}

fn models(trainer: &mut Trainer) -> [&mut Model; 4] {
    [&mut trainer.model, &mut trainer.average, &mut trainer.means, &mut trainer.squares]
}

impl State {
    /// The state that is kept in `file`, or a beginning with `fresh`.
    pub fn open(file: &Path, fresh: Model) -> Result<State> {
        let mut state = State { trainer: Trainer::new(fresh)?, pieces: 0 };
        if !file.exists() {
            return Ok(state);
        }
        let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        state.read(&bytes).with_context(|| format!("{}", file.display()))?;
        Ok(state)
    }

    pub fn keep(&mut self, file: &Path) -> Result<()> {
        replace(file, &self.write())
    }

    fn write(&mut self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.pieces.to_le_bytes());
        bytes.extend(self.trainer.steps.to_le_bytes());
        for model in models(&mut self.trainer) {
            for part in model.parts() {
                part.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
            }
        }
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }

    fn read(&mut self, bytes: &[u8]) -> Result<()> {
        let expected = self.write().len();
        ensure!(
            bytes.len() == expected && bytes.starts_with(MAGIC),
            "found {} bytes, expected a state of {expected} bytes: was it made for another network?",
            bytes.len()
        );
        let word =
            |at: usize| bytes[at..].iter().take(8).rev().fold(0, |n, b| n << 8 | u64::from(*b));
        let end = expected - 8;
        ensure!(word(end) == fnv1a(&bytes[..end]), "the checksum does not agree: it is damaged");
        (self.pieces, self.trainer.steps) = (word(8), word(16));
        let mut floats =
            bytes[24..end].chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        for model in models(&mut self.trainer) {
            for x in model.parts().into_iter().flatten() {
                *x = floats.next().unwrap_or_default();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sobremesa_nn::Shape;
    use sobremesa_nn::train::Sample;

    use super::*;

    fn state() -> State {
        let shape = Shape { planes: 2, globals: 1, blocks: 2, channels: 32, heads: 16 };
        let trainer = Trainer::new(Model::fresh("a test", &shape, 7)).unwrap();
        State { trainer, pieces: 3 }
    }

    #[test]
    fn what_is_kept_goes_on_exactly() {
        let sample = Sample {
            rows: 2,
            columns: 3,
            input: sobremesa_nn::Input { spatial: vec![0.5; 12], global: vec![1.0] },
            policy: vec![Some(1.0 / 7.0); 7],
            value: [0.5, 0.5, 0.0],
            ownership: vec![0.25; 6],
            ..Sample::default()
        };
        let batches = [vec![sample]];
        let mut one = state();
        one.trainer.step(&batches, 1e-3, 1);
        let mut two = state();
        two.read(&one.write()).unwrap();
        for state in [&mut one, &mut two] {
            state.trainer.step(&batches, 1e-3, 1);
        }
        assert_eq!(one.write(), two.write());
    }

    #[test]
    fn a_damaged_state_is_refused() {
        let mut bytes = state().write();
        assert!(state().read(&bytes[..100]).is_err());
        bytes[200] ^= 1;
        let error = state().read(&bytes).unwrap_err().to_string();
        assert!(error.contains("damaged"), "{error}");
    }
}
