//! The activation of the newer networks, without branches so that the
//! compiler can do many at once.

/// x · tanh(ln(1 + eˣ)), to about 1e-6 of the larger of 1 and |x|.
#[inline(always)]
pub(crate) fn mish(x: f32) -> f32 {
    // tanh(ln(1+e)) = (e² + 2e) / (e² + 2e + 2); above 20 it is 1 in `f32`.
    let e = exp(x.min(20.0));
    let n = e * (e + 2.0);
    x * (n / (n + 2.0))
}

/// eˣ for x ≤ 20: 2ᵏ by the exponent bits, the rest by a polynomial.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let x = x.max(-87.0);
    let scaled = x * std::f32::consts::LOG2_E;
    // Adding and taking away 1.5·2²³ rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    let k = (scaled + ROUND) - ROUND;
    // ln 2 in two parts, so that x - k·ln 2 loses nothing.
    let r = (x - k * 0.693_359_4) + k * 2.121_944_4e-4;
    let p = 1.987_569_1e-4f32;
    let p = p * r + 1.398_199_9e-3;
    let p = p * r + 8.333_452e-3;
    let p = p * r + 4.166_579_6e-2;
    let p = p * r + 1.666_666_5e-1;
    let p = p * r + 0.5;
    let e = p * r * r + r + 1.0;
    e * f32::from_bits(((k as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::mish;

    #[test]
    fn mish_agrees_with_its_definition() {
        let mut x = -100.0f32;
        while x < 60.0 {
            let exact = f64::from(x) * f64::from(x).exp().ln_1p().tanh();
            let found = f64::from(mish(x));
            assert!((found - exact).abs() <= 1e-6 * exact.abs().max(1.0), "{x}: {found} {exact}");
            x += 0.001_37;
        }
    }
}
