//! The shards of labelled positions, each a file made whole or not at all.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use sobremesa_go::net::Judge;
use sobremesa_kernel::{Rng, mix};
use sobremesa_nn::Network;

use super::games;
use crate::files::replace;

/// Groups of games in a shard: the unit of work of a thread.
const GROUPS: usize = 12;

/// Who labels, and what.
#[derive(Debug)]
pub struct Labels {
    pub dir: PathBuf,
    pub teacher: Arc<Network>,
    /// Board sizes and how often each is played.
    pub sizes: Vec<(usize, u32)>,
    pub seed: u64,
    pub threads: usize,
}

impl Labels {
    pub fn file(&self, shard: usize) -> PathBuf {
        self.dir.join(format!("positions-{shard:04}.bin"))
    }

    /// The records of a shard: read where they are, else made and kept. The
    /// same seed and student give the same records with any number of threads.
    pub fn shard(&self, shard: usize, student: Option<&Arc<Network>>) -> Result<Vec<u8>> {
        let file = self.file(shard);
        if let Ok(bytes) = fs::read(&file) {
            return Ok(bytes);
        }
        fs::create_dir_all(&self.dir)
            .with_context(|| format!("cannot make {}", self.dir.display()))?;
        let next = AtomicUsize::new(0);
        let mut parts: Vec<(usize, Vec<u8>)> = std::thread::scope(|scope| {
            let work = || {
                let mut teacher = Judge::new(self.teacher.clone());
                let mut student = student.map(|network| Judge::new(network.clone()));
                let mut parts = Vec::new();
                loop {
                    let group = next.fetch_add(1, Ordering::Relaxed);
                    if group >= GROUPS {
                        return parts;
                    }
                    let seed = mix(self.seed ^ mix((shard * GROUPS + group) as u64));
                    let size = self.size(&mut Rng::new(!seed));
                    parts.push((group, games::play(size, &mut teacher, student.as_mut(), seed)));
                }
            };
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            let done = workers.into_iter().map(|worker| worker.join().expect("games do not panic"));
            done.flatten().collect()
        });
        parts.sort_by_key(|part| part.0);
        let bytes = parts.into_iter().flat_map(|part| part.1).collect::<Vec<u8>>();
        replace(&file, &bytes)?;
        Ok(bytes)
    }

    fn size(&self, rng: &mut Rng) -> usize {
        let mut left = rng.below(self.sizes.iter().map(|size| size.1).sum::<u32>().max(1));
        for &(size, share) in &self.sizes {
            if left < share {
                return size;
            }
            left -= share;
        }
        9
    }
}

#[cfg(test)]
mod tests {
    use sobremesa_go::net::{GLOBALS, PLANES};
    use sobremesa_nn::{Model, Shape};

    use super::*;

    #[test]
    fn a_shard_does_not_depend_on_the_threads_and_is_kept() {
        let shape = Shape { planes: PLANES, globals: GLOBALS, blocks: 1, channels: 16, heads: 16 };
        let network = |seed| Arc::new(Network::new(&Model::fresh("a test", &shape, seed)));
        let dir = std::env::temp_dir().join(format!("sobremesa-labels-{}", std::process::id()));
        let labels = |threads: usize| Labels {
            dir: dir.join(threads.to_string()),
            teacher: network(1),
            sizes: vec![(3, 1), (4, 2)],
            seed: 7,
            threads,
        };
        let student = network(2);
        let one = labels(1).shard(0, Some(&student)).unwrap();
        let three = labels(3).shard(0, Some(&student)).unwrap();
        assert!(one.len() > 1000 && one == three, "{} {}", one.len(), three.len());
        // Another student would play other games, but these are kept.
        assert!(labels(1).shard(0, None).unwrap() == one);
        assert!(labels(1).shard(1, None).unwrap() != one);
        fs::remove_dir_all(&dir).unwrap();
    }
}
