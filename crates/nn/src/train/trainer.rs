//! Steps of training: Adam (Kingma and Ba, 2015) on the gradients of a batch,
//! and the running average of the weights, which is what plays.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::loss::Loss;
use super::parts::Unfit;
use super::pass::Laid;
use super::sample::Sample;
use crate::model::Model;
use crate::ops::Kernel;

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-8;
/// How slowly the average follows, once it has followed for a while.
const AVERAGE: f32 = 0.9985;
/// Gradients longer than this are cut to it.
const LONGEST: f64 = 4.0;

/// A model in training and what the optimiser remembers.
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The weights now.
    pub model: Model,
    /// The running average of the weights.
    pub average: Model,
    /// The optimiser's running means of the gradients.
    pub means: Model,
    /// The optimiser's running means of their squares.
    pub squares: Model,
    /// Steps so far.
    pub steps: u64,
    kernel: Kernel,
}

impl Trainer {
    /// Begins to train a model, or says why it cannot be trained.
    pub fn new(model: Model) -> Result<Trainer, Unfit> {
        model.check_trainable()?;
        let zeros = model.zeros();
        Ok(Trainer {
            average: model.clone(),
            means: zeros.clone(),
            squares: zeros,
            steps: 0,
            kernel: Kernel::best(),
            model,
        })
    }

    /// One step towards what the samples say, with `rate` as its size. Each
    /// batch has samples of one board size; the result does not depend on the
    /// number of threads.
    pub fn step(&mut self, batches: &[Vec<Sample>], rate: f32, threads: usize) -> Loss {
        let (found, mut gradient) = gradient(&self.model, self.kernel, batches, threads);
        let count = found.count.max(1.0);
        let mut gradients = gradient.parts();
        let square: f64 = gradients
            .iter()
            .flat_map(|part| part.iter())
            .map(|x| (f64::from(*x) / count).powi(2))
            .sum();
        let share = (LONGEST / square.sqrt().max(LONGEST) / count) as f32;
        self.steps += 1;
        let done = self.steps as f32;
        let (late_mean, late_square) = (1.0 - MEAN.powf(done), 1.0 - SQUARE.powf(done));
        let follow = AVERAGE.min((1.0 + done) / (10.0 + done));
        let memory = self.means.parts().into_iter().zip(self.squares.parts());
        let weights = self.model.parts().into_iter().zip(self.average.parts());
        for ((part, (mean, square)), (weight, average)) in
            gradients.iter_mut().zip(memory).zip(weights)
        {
            for i in 0..part.len() {
                let slope = part[i] * share;
                mean[i] = MEAN * mean[i] + (1.0 - MEAN) * slope;
                square[i] = SQUARE * square[i] + (1.0 - SQUARE) * slope * slope;
                let size = (square[i] / late_square).sqrt() + LEAST;
                weight[i] -= rate * (mean[i] / late_mean) / size;
                average[i] = follow * average[i] + (1.0 - follow) * weight[i];
            }
        }
        found
    }

    /// What the average would have cost on samples of one board size.
    pub fn cost(&self, samples: &[Sample]) -> Result<Loss, Unfit> {
        Ok(Laid::new(&self.average, self.kernel)?.learn(samples, None))
    }
}

/// What `batches` cost, and the sum of the gradients of all their samples.
///
/// # Panics
/// When the model is not trainable, or the samples do not fit it.
pub fn gradient(
    model: &Model,
    kernel: Kernel,
    batches: &[Vec<Sample>],
    threads: usize,
) -> (Loss, Model) {
    let laid = Laid::new(model, kernel).expect("checked when the trainer was made");
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(batch) = batches.get(at) else { return done };
            let mut gradient = model.zeros();
            let found = laid.learn(batch, Some(&mut gradient));
            done.push((at, found, gradient));
        }
    };
    let mut done: Vec<(usize, Loss, Model)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().expect("a pass does not panic"));
        }
        done
    });
    // Sums of floats depend on their order, which is that of the batches.
    done.sort_by_key(|(at, ..)| *at);
    let mut all = (Loss::default(), model.zeros());
    for (_, found, mut gradient) in done {
        all.0.add(&found);
        for (to, from) in all.1.parts().into_iter().zip(gradient.parts()) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += *from);
        }
    }
    all
}
