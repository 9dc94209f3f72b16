//! Layers laid out for a kernel: channels padded to whole vectors, matrices
//! packed in panels, filters of 3×3 transformed.

use std::fmt;
use std::sync::OnceLock;

use crate::finish::{Finish, Norm};
use crate::gemm::{PAD, pack, padded};
use crate::model::{Activation, Conv, Matrix, NormAct};
use crate::ops::{Ops, Products};
use crate::winograd::{Tiling, filter};

/// Tiles that go through the products together: their numbers stay in the
/// second cache beside the filters.
const TILES_AT_ONCE: usize = 45;

#[derive(Debug)]
pub(crate) struct NormLayer {
    scale: Vec<f32>,
    bias: Vec<f32>,
    activation: Activation,
}

impl NormLayer {
    pub(crate) fn new(norm: &NormAct) -> NormLayer {
        let pad = |numbers: &[f32]| {
            let mut numbers = numbers.to_vec();
            numbers.resize(padded(numbers.len()), 0.0);
            numbers
        };
        NormLayer { scale: pad(&norm.scale), bias: pad(&norm.bias), activation: norm.activation }
    }

    pub(crate) fn norm(&self) -> Norm {
        Norm { scale: self.scale.as_ptr(), bias: self.bias.as_ptr(), activation: self.activation }
    }

    /// The same normalisation of what has `more` added to it first; the
    /// summands are left in `into`.
    pub(crate) fn shifted(&self, more: &[f32], into: &mut Vec<f32>) -> Norm {
        into.clear();
        into.extend(
            self.bias
                .iter()
                .enumerate()
                .map(|(c, bias)| bias + more.get(c).copied().unwrap_or(0.0) * self.scale[c]),
        );
        Norm { scale: self.scale.as_ptr(), bias: into.as_ptr(), activation: self.activation }
    }
}

/// Buffers that convolutions use and leave behind.
#[derive(Default)]
pub(crate) struct Scratch {
    before: Vec<f32>,
    after: Vec<f32>,
    zeros: Vec<f32>,
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scratch of {} floats", self.before.len() + self.after.len())
    }
}

/// The first `count` floats of a buffer that grows when it has to.
pub(crate) fn room(buffer: &mut Vec<f32>, count: usize) -> *mut f32 {
    if buffer.len() < count {
        buffer.resize(count, 0.0);
    }
    buffer.as_mut_ptr()
}

/// One convolution, or several of the same filter size over the same input
/// side by side, each padded to whole vectors.
#[derive(Debug)]
pub(crate) struct ConvLayer {
    height: usize,
    width: usize,
    inputs: usize,
    /// Padded.
    pub outputs: usize,
    /// Row, column, input, padded output.
    weights: Vec<f32>,
    panel: usize,
    /// Packed as they are, and transformed for tiles of 5 and of 6; made when
    /// first needed, because one board size uses one of them.
    plain: OnceLock<Vec<f32>>,
    five: OnceLock<Vec<f32>>,
    six: OnceLock<Vec<f32>>,
}

impl ConvLayer {
    pub(crate) fn new(convs: &[&Conv], panel: usize) -> ConvLayer {
        let Conv { height, width, inputs, .. } = *convs[0];
        let outputs = convs.iter().map(|conv| padded(conv.outputs)).sum();
        let mut weights = vec![0.0; height * width * inputs * outputs];
        let mut from = 0;
        for conv in convs {
            for (row, taken) in conv.weights.chunks_exact(conv.outputs).enumerate() {
                weights[row * outputs + from..][..conv.outputs].copy_from_slice(taken);
            }
            from += padded(conv.outputs);
        }
        ConvLayer {
            height,
            width,
            inputs,
            outputs,
            weights,
            panel,
            plain: OnceLock::new(),
            five: OnceLock::new(),
            six: OnceLock::new(),
        }
    }

    fn taps(&self) -> usize {
        self.height * self.width
    }

    fn weight(&self, y: usize, x: usize, input: usize, output: usize) -> f32 {
        self.weights[((y * self.width + x) * self.inputs + input) * self.outputs + output]
    }

    fn plain(&self) -> &[f32] {
        self.plain.get_or_init(|| {
            let depth = self.taps() * self.inputs;
            let mut packed = Vec::with_capacity(depth * self.outputs);
            pack(&mut packed, depth, self.outputs, self.panel, |k, column| {
                self.weights[k * self.outputs + column]
            });
            packed
        })
    }

    fn transformed(&self, size: usize) -> &[f32] {
        let place = if size == 5 { &self.five } else { &self.six };
        place.get_or_init(|| {
            let mut packed = Vec::with_capacity(size * size * self.inputs * self.outputs);
            for i in 0..size {
                for j in 0..size {
                    pack(&mut packed, self.inputs, self.outputs, self.panel, |k, column| {
                        filter(size, i, j, |y, x| self.weight(y, x, k, column))
                    });
                }
            }
            packed
        })
    }

    /// Runs over `boards` boards. `input` has the padded channels of each
    /// point together.
    ///
    /// # Safety
    /// `ops` is for this machine, and `input` and `finish` have the shape.
    pub(crate) unsafe fn apply(
        &self,
        ops: &Ops,
        scratch: &mut Scratch,
        input: *const f32,
        boards: usize,
        (rows, columns): (usize, usize),
        finish: &Finish,
    ) {
        let points = boards * rows * columns;
        let stride = padded(self.inputs);
        // SAFETY: buffers are grown to the shapes passed on with them; the
        // rest is the caller's promise.
        unsafe {
            if (self.height, self.width) == (3, 3) {
                let tiling = Tiling::new(rows, columns, boards);
                let places = tiling.size * tiling.size;
                let tiles = tiling.tiles() * boards;
                let filters = self.transformed(tiling.size);
                let zeros = room(&mut scratch.zeros, stride);
                let most = tiles.min(TILES_AT_ONCE);
                let before = room(&mut scratch.before, places * most * stride);
                let after = room(&mut scratch.after, places * most * self.outputs);
                let mut first = 0;
                while first < tiles {
                    let now = (tiles - first).min(TILES_AT_ONCE);
                    (ops.gather)(input, stride, &tiling, first, now, zeros, before);
                    (ops.products)(Products {
                        count: places,
                        rows: now,
                        inputs: self.inputs,
                        a_stride: stride,
                        outputs: self.outputs,
                        a: before,
                        b: filters.as_ptr(),
                        c: after,
                    });
                    (ops.scatter)(after, self.outputs, &tiling, first, now, finish);
                    first += now;
                }
                return;
            }
            let after = room(&mut scratch.after, points * self.outputs);
            let b = self.plain().as_ptr();
            let n = self.outputs;
            let depth = self.taps() * self.inputs;
            let (a, a_stride) = if self.taps() == 1 {
                (input, stride)
            } else {
                let before = room(&mut scratch.before, points * depth);
                self.unfold(input, boards, rows, columns, before);
                (before.cast_const(), depth)
            };
            let count = 1;
            let (inputs, outputs, c) = (depth, n, after);
            (ops.products)(Products { count, rows: points, inputs, a_stride, outputs, a, b, c });
            (ops.finish_rows)(after, points, n, finish);
        }
    }

    /// Puts what each filter sees into a row of its own: for the sizes that
    /// have nothing faster.
    unsafe fn unfold(
        &self,
        input: *const f32,
        boards: usize,
        rows: usize,
        columns: usize,
        into: *mut f32,
    ) {
        let stride = padded(self.inputs);
        let mut to = into;
        for point in 0..boards * rows * columns {
            let (board, y) = (point / (rows * columns), point / columns % rows);
            let x = point % columns;
            for tap in 0..self.taps() {
                let from_y = (y + tap / self.width).wrapping_sub(self.height / 2);
                let from_x = (x + tap % self.width).wrapping_sub(self.width / 2);
                // SAFETY: points on the board only, and a row of `taps` times
                // `inputs` a point.
                unsafe {
                    if from_y < rows && from_x < columns {
                        let from = ((board * rows + from_y) * columns + from_x) * stride;
                        to.copy_from_nonoverlapping(input.add(from), self.inputs);
                    } else {
                        to.write_bytes(0, self.inputs);
                    }
                    to = to.add(self.inputs);
                }
            }
        }
    }
}

/// `into[o] = Σ x[i] · w[i, o]`.
pub(crate) fn multiply(matrix: &Matrix, x: &[f32], into: &mut Vec<f32>) {
    into.clear();
    into.resize(matrix.outputs, 0.0);
    for (x, row) in x.iter().zip(matrix.weights.chunks_exact(matrix.outputs)) {
        if *x != 0.0 {
            for (sum, weight) in into.iter_mut().zip(row) {
                *sum += x * weight;
            }
        }
    }
}

pub(crate) fn activate(activation: Activation, numbers: &mut [f32]) {
    for x in numbers {
        *x = match activation {
            Activation::Identity => *x,
            Activation::Relu => x.max(0.0),
            Activation::Mish => crate::mish::mish(*x),
        };
    }
}

const _: () = assert!(PAD.is_multiple_of(16), "a whole vector of every kernel");

#[cfg(test)]
mod tests {
    use sobremesa_kernel::Rng;

    use super::*;
    use crate::Kernel;

    /// A convolution by its definition.
    fn slow(conv: &Conv, input: &[f32], rows: usize, columns: usize) -> Vec<f32> {
        let mut out = vec![0.0; rows * columns * conv.outputs];
        let stride = padded(conv.inputs);
        for y in 0..rows as isize {
            for x in 0..columns as isize {
                for o in 0..conv.outputs {
                    let mut sum = 0.0f64;
                    for ky in 0..conv.height as isize {
                        for kx in 0..conv.width as isize {
                            let from_y = y + ky - conv.height as isize / 2;
                            let from_x = x + kx - conv.width as isize / 2;
                            let inside = (0..rows as isize).contains(&from_y)
                                && (0..columns as isize).contains(&from_x);
                            if !inside {
                                continue;
                            }
                            for i in 0..conv.inputs {
                                let tap = (ky * conv.width as isize + kx) as usize;
                                let weight =
                                    conv.weights[(tap * conv.inputs + i) * conv.outputs + o];
                                let point = (from_y * columns as isize + from_x) as usize;
                                sum += f64::from(weight) * f64::from(input[point * stride + i]);
                            }
                        }
                    }
                    out[(y as usize * columns + x as usize) * conv.outputs + o] = sum as f32;
                }
            }
        }
        out
    }

    fn random(rng: &mut Rng) -> f32 {
        rng.below(2001) as f32 / 1000.0 - 1.0
    }

    #[test]
    fn every_kernel_convolves_as_the_definition_does() {
        let mut rng = Rng::new(7);
        for kernel in Kernel::available() {
            let ops = Ops::of(kernel);
            for (rows, columns, boards) in
                [(2, 2, 1), (3, 7, 2), (5, 5, 1), (9, 9, 3), (13, 13, 1), (19, 19, 2), (1, 6, 1)]
            {
                for (size, inputs, outputs) in
                    [(3, 5, 3), (3, 24, 40), (1, 17, 96), (5, 3, 20), (3, 64, 64)]
                {
                    let weights =
                        (0..size * size * inputs * outputs).map(|_| random(&mut rng)).collect();
                    let conv = Conv { height: size, width: size, inputs, outputs, weights };
                    let stride = padded(inputs);
                    let area = rows * columns;
                    let input: Vec<f32> = (0..boards * area * stride)
                        .map(|i| if i % stride < inputs { random(&mut rng) } else { 0.0 })
                        .collect();
                    let layer = ConvLayer::new(&[&conv], ops.panel);
                    let mut found = vec![0.0; boards * area * layer.outputs];
                    let norm = Norm {
                        scale: std::ptr::null(),
                        bias: std::ptr::null(),
                        activation: Activation::Identity,
                    };
                    let finish = Finish {
                        raw: found.as_mut_ptr(),
                        add: false,
                        out: std::ptr::null_mut(),
                        norm,
                    };
                    let mut scratch = Scratch::default();
                    // SAFETY: the kernel is available and the shapes agree.
                    unsafe {
                        layer.apply(
                            &ops,
                            &mut scratch,
                            input.as_ptr(),
                            boards,
                            (rows, columns),
                            &finish,
                        );
                    }
                    for board in 0..boards {
                        let input = &input[board * area * stride..][..area * stride];
                        let exact = slow(&conv, input, rows, columns);
                        for point in 0..area {
                            for o in 0..outputs {
                                let at = (board * area + point) * layer.outputs + o;
                                let (found, exact) = (found[at], exact[point * outputs + o]);
                                assert!(
                                    (found - exact).abs() < 2e-4 * (inputs as f32).sqrt(),
                                    "{kernel:?} {rows}×{columns} {size}: {found} {exact}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
