//! Gradients against differences of a slow evaluation in double precision, and
//! training against what it is for.

mod common;

use common::{input, slow};
use sobremesa_kernel::Rng;
use sobremesa_nn::train::{Sample, Trainer, gradient};
use sobremesa_nn::{Kernel, Model, Output, Shape};

const SHAPE: Shape = Shape { planes: 22, globals: 19, blocks: 3, channels: 32, heads: 16 };

/// A fresh model whose normalisations are not all alike.
fn model(seed: u64) -> Model {
    let mut model = Model::fresh("learner", &SHAPE, seed);
    let mut rng = Rng::new(seed);
    for part in model.parts() {
        part.iter_mut().for_each(|x| *x += 0.1 * (rng.unit() as f32 - 0.5));
    }
    model
}

/// A position of noise with labels of noise, some moves forbidden.
fn sample(rows: usize, columns: usize, seed: u64) -> Sample {
    let mut rng = Rng::new(!seed);
    let area = rows * columns;
    let mut policy: Vec<Option<f32>> =
        (0..=area).map(|_| (rng.below(4) > 0).then(|| rng.unit() as f32)).collect();
    policy[area] = Some(0.3);
    let sum: f32 = policy.iter().flatten().sum();
    policy.iter_mut().flatten().for_each(|chance| *chance /= sum);
    Sample {
        rows,
        columns,
        input: input(rows, columns, seed),
        policy,
        value: [0.6, 0.3, 0.1],
        lead: 20.0 * rng.unit() as f32 - 10.0,
        score: 60.0 * rng.unit() as f32 - 30.0,
        spread: 10.0 * rng.unit() as f32,
        ownership: (0..area).map(|_| 2.0 * rng.unit() as f32 - 1.0).collect(),
    }
}

/// The cost of training written out again, in double precision.
fn cost(model: &Model, sample: &Sample) -> f64 {
    let output: Output = slow(model, sample.rows, sample.columns, &sample.input);
    let log_sum = |logits: &[f64]| logits.iter().map(|x| x.exp()).sum::<f64>().ln();
    let pairs: Vec<(f64, f64)> = sample
        .policy
        .iter()
        .zip(&output.policy)
        .filter_map(|(wanted, logit)| wanted.map(|wanted| (f64::from(wanted), f64::from(*logit))))
        .collect();
    let all = log_sum(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let policy: f64 = pairs.iter().map(|(wanted, logit)| wanted * (all - logit)).sum();
    let logits = output.value.map(f64::from);
    let all = log_sum(&logits);
    let value: f64 =
        logits.iter().zip(&sample.value).map(|(x, wanted)| f64::from(*wanted) * (all - x)).sum();
    let huber = |off: f64| {
        if off.abs() < 10.0 { off * off / 2.0 } else { 10.0 * (off.abs() - 5.0) }
    };
    let [score, spread, lead, ..] = output.score.map(f64::from);
    let spread = 20.0 * spread.exp().ln_1p();
    let scores = 0.0015 * huber(20.0 * score - f64::from(sample.score))
        + 0.006 * huber(20.0 * lead - f64::from(sample.lead))
        + 0.001 * huber(spread - f64::from(sample.spread));
    let ownership: f64 = output
        .ownership
        .iter()
        .zip(&sample.ownership)
        .map(|(x, wanted)| {
            let wanted = (1.0 + f64::from(*wanted)) / 2.0;
            (2.0 * f64::from(*x)).exp().ln_1p() - wanted * 2.0 * f64::from(*x)
        })
        .sum();
    policy + 1.2 * value + scores + ownership / sample.ownership.len() as f64
}

/// Every list of numbers of a model, moved a little in a random direction,
/// changes the cost as the gradient says.
#[test]
fn gradients_are_what_differences_say() {
    // Every kernel, on a board of either kind of tile in turn.
    let kernels = Kernel::available();
    for (kernel, (rows, columns)) in kernels.into_iter().zip([(5, 5), (4, 4), (3, 7)]) {
        let mut model = model(rows as u64);
        let batches: Vec<Vec<Sample>> = vec![
            (0..2).map(|seed| sample(rows, columns, seed)).collect(),
            vec![sample(rows, columns, 9)],
        ];
        let (found, mut slopes) = gradient(&model, kernel, &batches, 2);
        let samples: Vec<&Sample> = batches.iter().flatten().collect();
        let exact: f64 = samples.iter().map(|sample| cost(&model, sample)).sum();
        assert!((found.total - exact).abs() < 1e-3 * exact, "{} {exact}", found.total);
        assert_eq!(found.count, 3.0);
        let count = model.parts().len();
        let mut rng = Rng::new(3);
        for part in 0..count {
            let slopes = slopes.parts().remove(part).to_vec();
            let length = slopes.iter().map(|x| x * x).sum::<f32>().sqrt();
            // Along the slope, so that there is something to see, and a
            // little aside.
            let direction: Vec<f32> = slopes
                .iter()
                .map(|x| {
                    x / length.max(1e-9) + (rng.unit() as f32 - 0.5) / (slopes.len() as f32).sqrt()
                })
                .collect();
            let step = 2e-4;
            let mut at = |factor: f32| -> f64 {
                let before = model.parts().remove(part).to_vec();
                for (x, d) in model.parts().remove(part).iter_mut().zip(&direction) {
                    *x += factor * step * d;
                }
                let found = samples.iter().map(|sample| cost(&model, sample)).sum();
                model.parts().remove(part).copy_from_slice(&before);
                found
            };
            let measured = (at(1.0) - at(-1.0)) / (2.0 * f64::from(step));
            let said: f64 = slopes.iter().zip(&direction).map(|(a, b)| f64::from(a * b)).sum();
            assert!(
                (measured - said).abs() <= 0.02 * said.abs() + 5e-3,
                "{kernel:?} {rows}×{columns} part {part}: {measured} measured, {said} said"
            );
        }
    }
}

#[test]
fn steps_do_not_depend_on_the_threads_and_learn_their_samples() {
    let batches: Vec<Vec<Sample>> = [(5, 5), (7, 7), (4, 6)]
        .map(|(rows, columns)| (0..4).map(|seed| sample(rows, columns, seed)).collect())
        .to_vec();
    let start = Trainer::new(model(1)).unwrap();
    let run = |threads: usize| {
        let mut trainer = start.clone();
        let costs: Vec<f64> =
            (0..60).map(|_| trainer.step(&batches, 3e-3, threads).mean().total).collect();
        (trainer, costs)
    };
    let (trainer, costs) = run(1);
    assert!(costs[59] < 0.9 * costs[0], "{} after {}", costs[59], costs[0]);
    let (again, same) = run(3);
    assert_eq!(costs, same);
    assert_eq!(trainer.model, again.model);
    // The average follows the weights.
    let average = trainer.cost(&batches[0]).unwrap().mean().total;
    assert!(average < costs[0], "{average} {}", costs[0]);
}

#[test]
fn models_that_training_does_not_know_are_refused() {
    for (version, found) in [(8, "a layer of 20 channels"), (11, "a nested block")] {
        let error = Trainer::new(common::tiny(version, 1)).unwrap_err();
        assert_eq!(error.found, found);
    }
}
