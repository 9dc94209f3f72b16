//! Labelled positions as they are kept: a position as the network sees it and
//! what the teacher says of it, in some seven bytes a point.
//!
//! A record is rows and columns (a byte each), for each point a word with a
//! bit for each plane, the numbers about the whole board, the teacher's chance
//! of each point and of the pass (16 bits, [`FORBIDDEN`] where the rules forbid
//! it), its ownership (a byte a point) and its six numbers; little-endian, row
//! by row from the top.

use anyhow::{Result, ensure};
use sobremesa_go::Position;
use sobremesa_go::net::{GLOBALS, Judgement, PLANES, mirrored};
use sobremesa_kernel::Position as _;
use sobremesa_nn::Input;
use sobremesa_nn::train::Sample;

/// What stands for a move that may not be played.
const FORBIDDEN: u16 = u16::MAX;
/// What a chance of 1 is written as.
const CERTAIN: f32 = 65_534.0;
/// Chances of win, loss and no result; lead, score and its spread.
const NUMBERS: usize = 6;

/// Bytes of a record on a board of `area` points.
const fn length(area: usize) -> usize {
    2 + 4 * area + 4 * GLOBALS + 2 * (area + 1) + area + 4 * NUMBERS
}

/// Appends the record of `position`, seen as `input` and judged so.
pub fn write(
    into: &mut Vec<u8>,
    position: &Position,
    input: &Input,
    judgement: &Judgement,
    owners: &[f32],
) {
    let rules = position.rules();
    into.extend([rules.rows() as u8, rules.columns() as u8]);
    for planes in input.spatial.chunks_exact(PLANES) {
        let set = planes.iter().enumerate().filter(|(_, value)| **value != 0.0);
        into.extend(set.fold(0u32, |bits, (plane, _)| bits | 1 << plane).to_le_bytes());
    }
    let float = |into: &mut Vec<u8>, x: f32| into.extend(x.to_le_bytes());
    input.global.iter().for_each(|&x| float(into, x));
    let (points, pass) = judgement.policy(position);
    for chance in points.into_iter().chain([Some(pass)]) {
        let word = chance.map_or(FORBIDDEN, |chance| (chance * CERTAIN).round() as u16);
        into.extend(word.to_le_bytes());
    }
    into.extend(owners.iter().map(|share| (share * 127.0).round() as i8 as u8));
    let Judgement { win, loss, no_result, lead, score, spread, .. } = *judgement;
    [win, loss, no_result, lead, score, spread].iter().for_each(|&x| float(into, x));
}

/// Records kept together, found by the size of their board.
#[derive(Debug, Default)]
pub struct Records {
    bytes: Vec<u8>,
    /// Rows, columns, and where the records of that size begin.
    sizes: Vec<(usize, usize, Vec<usize>)>,
    count: usize,
}

impl Records {
    /// Adds the records of a file.
    pub fn add(&mut self, bytes: &[u8]) -> Result<()> {
        let mut at = 0;
        while at < bytes.len() {
            let header =
                bytes.get(at..at + 2).map(|two| (usize::from(two[0]), usize::from(two[1])));
            let (rows, columns) = header.unwrap_or_default();
            let end = at + length(rows * columns);
            let sound = (2..=25).contains(&rows) && (2..=25).contains(&columns);
            ensure!(
                sound && end <= bytes.len(),
                "byte {at} of {}: found a record of {rows} × {columns} that the file does not \
                 hold; remove the file to have it made again",
                bytes.len()
            );
            let of_size = self.sizes.iter().position(|s| (s.0, s.1) == (rows, columns));
            let of_size = of_size.unwrap_or_else(|| {
                self.sizes.push((rows, columns, Vec::new()));
                self.sizes.len() - 1
            });
            self.sizes[of_size].2.push(self.bytes.len() + at);
            self.count += 1;
            at = end;
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The places of the records that have the size of the `at`th record.
    pub fn alike(&self, at: usize) -> &[usize] {
        let mut left = at;
        for (_, _, places) in &self.sizes {
            if left < places.len() {
                return places;
            }
            left -= places.len();
        }
        &[]
    }

    /// The record at a place, turned by a symmetry.
    pub fn sample(&self, place: usize, symmetry: u8) -> Sample {
        let bytes = &self.bytes[place..];
        let (rows, columns) = (usize::from(bytes[0]), usize::from(bytes[1]));
        let area = rows * columns;
        let (points, rest) = bytes[2..length(area)].split_at(4 * area);
        let (globals, rest) = rest.split_at(4 * GLOBALS);
        let (policy, rest) = rest.split_at(2 * (area + 1));
        let (owners, numbers) = rest.split_at(area);
        let float = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let mut spatial = vec![0.0; area * PLANES];
        let mut chances = vec![None; area + 1];
        let mut ownership = vec![0.0; area];
        let chance = |at: usize| {
            let word = u16::from_le_bytes([policy[2 * at], policy[2 * at + 1]]);
            (word != FORBIDDEN).then(|| f32::from(word) / CERTAIN)
        };
        for at in 0..area {
            let to = mirrored(symmetry, rows, columns, at);
            let bits = u32::from_le_bytes([
                points[4 * at],
                points[4 * at + 1],
                points[4 * at + 2],
                points[4 * at + 3],
            ]);
            for plane in (0..PLANES).filter(|plane| bits >> plane & 1 == 1) {
                spatial[to * PLANES + plane] = 1.0;
            }
            chances[to] = chance(at);
            ownership[to] = f32::from(owners[at] as i8) / 127.0;
        }
        chances[area] = chance(area);
        let numbers: Vec<f32> = numbers.chunks_exact(4).map(float).collect();
        Sample {
            rows,
            columns,
            input: Input { spatial, global: globals.chunks_exact(4).map(float).collect() },
            policy: chances,
            value: [numbers[0], numbers[1], numbers[2]],
            lead: numbers[3],
            score: numbers[4],
            spread: numbers[5],
            ownership,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sobremesa_go::net::{Judge, input};
    use sobremesa_nn::{Model, Network, Shape};

    use super::*;

    #[test]
    fn a_record_reads_back_as_what_was_judged_and_turns_whole() {
        let shape = Shape { planes: PLANES, globals: GLOBALS, blocks: 1, channels: 16, heads: 16 };
        let network = Arc::new(Network::new(&Model::fresh("a test", &shape, 1)));
        let mut position = Position::start(&"size=5 komi=7".parse().unwrap());
        for play in ["C3", "B3", "pass", "D3"] {
            position.play(play.parse().unwrap()).unwrap();
        }
        let (judgement, owners) = Judge::new(network).raw(&position, 0);
        let seen = input(&position, false);
        let mut bytes = Vec::new();
        for _ in 0..2 {
            write(&mut bytes, &position, &seen, &judgement, &owners);
        }
        let mut records = Records::default();
        records.add(&bytes).unwrap();
        assert_eq!(records.len(), 2);
        let place = records.alike(1)[1];
        let straight = records.sample(place, 0);
        assert_eq!(straight.input, seen);
        assert_eq!((straight.rows, straight.columns), (5, 5));
        let (points, pass) = judgement.policy(&position);
        for (found, wanted) in straight.policy.iter().zip(points.into_iter().chain([Some(pass)])) {
            assert_eq!(found.is_some(), wanted.is_some());
            assert!((found.unwrap_or(0.0) - wanted.unwrap_or(0.0)).abs() < 1e-4);
        }
        assert_eq!((straight.lead, straight.value[0]), (judgement.lead, judgement.win));
        let turned = records.sample(place, 5);
        for at in 0..25 {
            let to = mirrored(5, 5, 5, at);
            assert_eq!(turned.policy[to], straight.policy[at]);
            assert_eq!(turned.ownership[to], straight.ownership[at]);
            assert_eq!(
                turned.input.spatial[to * PLANES..][..PLANES],
                straight.input.spatial[at * PLANES..][..PLANES]
            );
        }
    }

    #[test]
    fn a_file_cut_short_is_refused() {
        let error = Records::default().add(&[9, 9, 0, 0]).unwrap_err().to_string();
        assert!(error.contains("byte 0 of 4"), "{error}");
        assert!(Records::default().add(&[9]).is_err());
    }
}
