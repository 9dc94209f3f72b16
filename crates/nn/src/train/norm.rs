//! Normalisations, rectifiers, pooling and small matrices, there and back.

use crate::layers::multiply;
use crate::model::{Matrix, NormAct};

/// Some channels of each point of one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// Channels of a point in all.
    pub stride: usize,
    pub from: usize,
}

/// The rectified normalisation of what stands in `columns` of `raw`, with
/// `shift` (nothing where it is empty) added to each channel first.
pub(super) fn rectified(norm: &NormAct, raw: &[f32], columns: Columns, shift: &[f32]) -> Vec<f32> {
    let channels = norm.scale.len();
    let bias: Vec<f32> = (0..channels)
        .map(|c| norm.bias[c] + shift.get(c).copied().unwrap_or(0.0) * norm.scale[c])
        .collect();
    let mut out = vec![0.0; raw.len() / columns.stride * channels];
    for (out, row) in out.chunks_exact_mut(channels).zip(raw.chunks_exact(columns.stride)) {
        let row = &row[columns.from..][..channels];
        for (((out, x), scale), bias) in out.iter_mut().zip(row).zip(&norm.scale).zip(&bias) {
            *out = (x * scale + bias).max(0.0);
        }
    }
    out
}

/// The way back of [`rectified`]: what its results are blamed for becomes what
/// its input, its numbers and the shift are, the input's *added* to `into`.
/// Returns the shift's.
pub(super) fn rectified_back(
    norm: &NormAct,
    (raw, columns, shift): (&[f32], Columns, &[f32]),
    (active, blame): (&[f32], &[f32]),
    gradient: &mut NormAct,
    into: &mut [f32],
) -> Vec<f32> {
    let channels = norm.scale.len();
    let mut bias = vec![0.0; channels];
    let mut scale = vec![0.0; channels];
    let rows = raw.chunks_exact(columns.stride).zip(into.chunks_exact_mut(columns.stride));
    let results = active.chunks_exact(channels).zip(blame.chunks_exact(channels));
    for ((row, into), (active, blame)) in rows.zip(results) {
        let row = &row[columns.from..][..channels];
        let into = &mut into[columns.from..][..channels];
        for c in 0..channels {
            let passed = if active[c] > 0.0 { blame[c] } else { 0.0 };
            bias[c] += passed;
            scale[c] += passed * row[c];
            into[c] += passed * norm.scale[c];
        }
    }
    for c in 0..channels {
        let shift = shift.get(c).copied().unwrap_or(0.0);
        gradient.bias[c] += bias[c];
        gradient.scale[c] += scale[c] + bias[c] * shift;
    }
    bias.iter().zip(&norm.scale).map(|(bias, scale)| bias * scale).collect()
}

/// Means, means times `sized`, and greatest of the channels of a board, and
/// where each greatest stands.
pub(super) fn pooled(active: &[f32], channels: usize, sized: f32) -> (Vec<f32>, Vec<usize>) {
    let area = active.len() / channels;
    let mut all = vec![0.0; 3 * channels];
    all[2 * channels..].fill(f32::NEG_INFINITY);
    let mut tops = vec![0; channels];
    for (point, row) in active.chunks_exact(channels).enumerate() {
        for (c, x) in row.iter().enumerate() {
            all[c] += x;
            if *x > all[2 * channels + c] {
                all[2 * channels + c] = *x;
                tops[c] = point;
            }
        }
    }
    for c in 0..channels {
        all[c] /= area as f32;
        all[channels + c] = all[c] * sized;
    }
    (all, tops)
}

/// The way back of [`pooled`], for a board of `area` points.
pub(super) fn pooled_back(blame: &[f32], tops: &[usize], area: usize, sized: f32) -> Vec<f32> {
    let channels = tops.len();
    let share: Vec<f32> =
        (0..channels).map(|c| (blame[c] + sized * blame[channels + c]) / area as f32).collect();
    let mut out: Vec<f32> = share.iter().copied().cycle().take(area * channels).collect();
    for (c, point) in tops.iter().enumerate() {
        out[point * channels + c] += blame[2 * channels + c];
    }
    out
}

/// `x · matrix`.
pub(super) fn times(matrix: &Matrix, x: &[f32]) -> Vec<f32> {
    let mut out = Vec::new();
    multiply(matrix, x, &mut out);
    out
}

/// The way back of [`times`]: adds what the matrix is blamed for to
/// `gradient` and returns what `x` is.
pub(super) fn times_back(
    matrix: &Matrix,
    x: &[f32],
    blame: &[f32],
    gradient: &mut Matrix,
) -> Vec<f32> {
    let rows = matrix.weights.chunks_exact(matrix.outputs);
    let into = gradient.weights.chunks_exact_mut(matrix.outputs);
    rows.zip(into)
        .zip(x)
        .map(|((row, into), x)| {
            into.iter_mut().zip(blame).for_each(|(into, blame)| *into += x * blame);
            row.iter().zip(blame).map(|(weight, blame)| weight * blame).sum()
        })
        .collect()
}
