//! What goes into a network and what comes out.

use crate::model::Scales;

/// One position as numbers: `spatial` has the planes of each point together,
/// row by row from the top; `global` is about the whole board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// The planes of each point, row by row from the top.
    pub spatial: Vec<f32>,
    /// What is about the whole board.
    pub global: Vec<f32>,
}

/// What the heads say, untouched, for the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// Logits of each point, row by row from the top, and of the pass last.
    pub policy: Vec<f32>,
    /// Logits of win, loss and no result.
    pub value: [f32; 3],
    /// The score head as far as the version has it, zeros behind.
    pub score: [f32; 6],
    /// Of each point, before the hyperbolic tangent.
    pub ownership: Vec<f32>,
}

/// An [`Output`] as chances and points, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The chance to win.
    pub win: f32,
    /// The chance to lose.
    pub loss: f32,
    /// The chance that the game has no result.
    pub no_result: f32,
    /// Points at the end of self-play, their mean and spread.
    pub score: f32,
    /// The spread of `score`.
    pub spread: f32,
    /// Points that would make the position even.
    pub lead: f32,
}

impl Output {
    /// Chances and points. `endless` says whether the rules let a game end
    /// without a result.
    #[must_use]
    pub fn judged(&self, scales: &Scales, version: u32, endless: bool) -> Judged {
        let [win, loss, none] = self.value.map(f64::from);
        let top = if endless { win.max(loss).max(none) } else { win.max(loss) };
        let win = (win - top).exp();
        let loss = (loss - top).exp();
        let none = if endless { (none - top).exp() } else { 0.0 };
        let sum = win + loss + none;
        let [win, loss, none] = [win, loss, none].map(|part| (part / sum) as f32);
        let decided = 1.0 - none;
        let score = self.score[0] * scales.score_mean * decided;
        let spread = softplus(self.score[1]) * scales.score_spread;
        let lead = if version >= 8 { self.score[2] * scales.lead * decided } else { score };
        Judged { win, loss, no_result: none, score, spread, lead }
    }

    /// The policy as chances over the moves `allowed` lets through, by point
    /// and the pass last; the others are 0.
    #[must_use]
    pub fn chances(&self, allowed: impl Fn(usize) -> bool) -> Vec<f32> {
        let top = (0..self.policy.len())
            .filter(|&i| allowed(i))
            .map(|i| self.policy[i])
            .fold(f32::NEG_INFINITY, f32::max);
        let mut chances: Vec<f32> = self
            .policy
            .iter()
            .enumerate()
            .map(|(i, &logit)| if allowed(i) { (logit - top).exp() } else { 0.0 })
            .collect();
        let sum: f32 = chances.iter().sum();
        if sum > 0.0 {
            chances.iter_mut().for_each(|chance| *chance /= sum);
        }
        chances
    }

    /// Who will own each point, from -1 (the other side) to 1.
    #[must_use]
    pub fn owners(&self) -> Vec<f32> {
        self.ownership.iter().map(|x| x.tanh()).collect()
    }
}

fn softplus(x: f32) -> f32 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
