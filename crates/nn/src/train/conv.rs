//! Convolutions there and back: what they say, what their input is blamed for,
//! and what their weights are.

use crate::finish::{Finish, Norm};
use crate::gemm::padded;
use crate::layers::{ConvLayer, Scratch, room};
use crate::model::{Activation, Conv};
use crate::network::Batch;
use crate::ops::Ops;
use crate::winograd::{Tiling, filter_back};

/// Tiles whose transforms are kept at once, so that they stay in the cache.
const TILES_AT_ONCE: usize = 64;

/// Convolutions of one filter size over the same input side by side. All
/// channels are whole vectors.
#[derive(Debug)]
pub(super) struct Turning {
    size: usize,
    inputs: usize,
    pub outputs: usize,
    forward: ConvLayer,
    /// The same filters turned round: the way back.
    back: ConvLayer,
}

/// Buffers of one thread.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    scratch: Scratch,
    seen: Vec<f32>,
    blamed: Vec<f32>,
    sums: Vec<f32>,
    zeros: Vec<f32>,
}

impl Turning {
    pub(crate) fn new(convs: &[&Conv], panel: usize) -> Turning {
        let (size, inputs) = (convs[0].height, convs[0].inputs);
        let outputs = convs.iter().map(|conv| conv.outputs).sum();
        debug_assert!(padded(inputs) == inputs && padded(outputs) == outputs);
        let mut turned = vec![0.0; size * size * inputs * outputs];
        let mut before = 0;
        for conv in convs {
            for (row, weights) in conv.weights.chunks_exact(conv.outputs).enumerate() {
                let (tap, input) = (row / inputs, row % inputs);
                let to = size * size - 1 - tap;
                for (output, weight) in weights.iter().enumerate() {
                    turned[(to * outputs + before + output) * inputs + input] = *weight;
                }
            }
            before += conv.outputs;
        }
        let turned =
            Conv { height: size, width: size, inputs: outputs, outputs: inputs, weights: turned };
        Turning {
            size,
            inputs,
            outputs,
            forward: ConvLayer::new(convs, panel),
            back: ConvLayer::new(&[&turned], panel),
        }
    }

    /// What the convolution makes of `input`.
    pub(crate) fn forward(
        &self,
        ops: &Ops,
        buffers: &mut Buffers,
        input: &[f32],
        b: Batch,
    ) -> Vec<f32> {
        run(&self.forward, ops, buffers, (input, self.inputs), self.outputs, b)
    }

    /// What `input` is to blame for when the results are blamed so.
    pub(crate) fn back(
        &self,
        ops: &Ops,
        buffers: &mut Buffers,
        blame: &[f32],
        b: Batch,
    ) -> Vec<f32> {
        run(&self.back, ops, buffers, (blame, self.outputs), self.inputs, b)
    }

    /// What the weights are to blame for: row, column, input, output.
    pub(crate) fn weights(
        &self,
        ops: &Ops,
        buffers: &mut Buffers,
        input: &[f32],
        blame: &[f32],
        batch: Batch,
    ) -> Vec<f32> {
        let (inputs, outputs) = (self.inputs, self.outputs);
        let pairs = inputs * outputs;
        let points = batch.points();
        assert!(input.len() == points * inputs && blame.len() == points * outputs);
        let mut into = vec![0.0; self.size * self.size * pairs];
        if self.size == 1 {
            let (a, b) = (input.as_ptr(), blame.as_ptr());
            // SAFETY: the shapes were checked above.
            unsafe { (ops.crossed)(a, inputs, b, outputs, points, into.as_mut_ptr()) };
            return into;
        }
        let tiling = Tiling::new(batch.rows, batch.columns, batch.boards);
        let places = tiling.size * tiling.size;
        let tiles = tiling.tiles() * batch.boards;
        let most = tiles.min(TILES_AT_ONCE);
        let zeros = room(&mut buffers.zeros, inputs.max(outputs)).cast_const();
        let seen = room(&mut buffers.seen, places * most * inputs);
        let blamed = room(&mut buffers.blamed, places * most * outputs);
        buffers.sums.clear();
        buffers.sums.resize(places * pairs, 0.0);
        let mut first = 0;
        while first < tiles {
            let now = (tiles - first).min(TILES_AT_ONCE);
            // SAFETY: the buffers were just made for `most` tiles, `input` and
            // `blame` have the points of the batch.
            unsafe {
                (ops.gather)(input.as_ptr(), inputs, &tiling, first, now, zeros, seen);
                (ops.spread)(blame.as_ptr(), outputs, &tiling, first, now, zeros, blamed);
                for place in 0..places {
                    let a = seen.add(place * now * inputs).cast_const();
                    let b = blamed.add(place * now * outputs).cast_const();
                    let to = buffers.sums.as_mut_ptr().add(place * pairs);
                    (ops.crossed)(a, inputs, b, outputs, now, to);
                }
            }
            first += now;
        }
        filter_back(tiling.size, &buffers.sums, pairs, &mut into);
        into
    }
}

fn run(
    layer: &ConvLayer,
    ops: &Ops,
    buffers: &mut Buffers,
    (input, channels): (&[f32], usize),
    outputs: usize,
    batch: Batch,
) -> Vec<f32> {
    assert_eq!(input.len(), batch.points() * channels, "numbers of the input");
    let mut out = vec![0.0; batch.points() * outputs];
    let nothing = std::ptr::null();
    let norm = Norm { scale: nothing, bias: nothing, activation: Activation::Identity };
    let finish = Finish { raw: out.as_mut_ptr(), add: false, out: std::ptr::null_mut(), norm };
    let size = (batch.rows, batch.columns);
    // SAFETY: `ops` is for this machine, the input was checked and the output
    // made for the shape.
    unsafe {
        layer.apply(ops, &mut buffers.scratch, input.as_ptr(), batch.boards, size, &finish);
    }
    out
}

#[cfg(test)]
mod tests {
    use sobremesa_kernel::Rng;

    use super::*;
    use crate::Kernel;

    fn dot(a: &[f32], b: &[f32]) -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    }

    /// A convolution is linear in its input and in its weights, so that the
    /// way back is right exactly when both products agree with the result's:
    /// ⟨blame, conv(x, w)⟩ = ⟨back(blame), x⟩ = ⟨weights(x, blame), w⟩.
    #[test]
    fn the_way_back_is_the_transpose_of_the_way_there() {
        let mut rng = Rng::new(5);
        let mut numbers = |count: usize| -> Vec<f32> {
            (0..count).map(|_| 2.0 * rng.unit() as f32 - 1.0).collect()
        };
        for kernel in Kernel::available() {
            let ops = Ops::of(kernel);
            for (rows, columns, boards) in [(2, 2, 1), (5, 3, 2), (9, 9, 9), (8, 8, 3), (13, 7, 2)]
            {
                for (size, inputs, parts) in
                    [(3, 16, vec![32]), (3, 48, vec![32, 16]), (1, 32, vec![16, 16, 32])]
                {
                    let batch = Batch { boards, rows, columns };
                    let convs: Vec<Conv> = parts
                        .iter()
                        .map(|&outputs| Conv {
                            height: size,
                            width: size,
                            inputs,
                            outputs,
                            weights: numbers(size * size * inputs * outputs),
                        })
                        .collect();
                    let turning = Turning::new(&convs.iter().collect::<Vec<_>>(), ops.panel);
                    let outputs = turning.outputs;
                    let input = numbers(batch.points() * inputs);
                    let blame = numbers(batch.points() * outputs);
                    let mut buffers = Buffers::default();
                    let forward = turning.forward(&ops, &mut buffers, &input, batch);
                    let back = turning.back(&ops, &mut buffers, &blame, batch);
                    let weights = turning.weights(&ops, &mut buffers, &input, &blame, batch);
                    let expected = dot(&blame, &forward);
                    let size_of = dot(&forward, &forward).sqrt() * dot(&blame, &blame).sqrt();
                    let near = |what: &str, found: f64| {
                        assert!(
                            (found - expected).abs() < 1e-4 * size_of,
                            "{kernel:?} {rows}×{columns} {size}: {what} {found}, {expected}"
                        );
                    };
                    near("input", dot(&back, &input));
                    let mut from = 0;
                    let mut found = 0.0;
                    for conv in &convs {
                        for (row, of) in conv.weights.chunks_exact(conv.outputs).enumerate() {
                            found += dot(&weights[row * outputs + from..][..conv.outputs], of);
                        }
                        from += conv.outputs;
                    }
                    near("weights", found);
                }
            }
        }
    }
}
