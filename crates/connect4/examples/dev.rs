use sobremesa_connect4::{Position, Rules, Solver, Wanted};
use sobremesa_kernel::{Position as _, Rng};
use std::io::BufRead;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut solver = Solver::new(Rules::STANDARD, 64 << 20);
    for a in &args[2..] {
        let (k, v) = a.split_once('=').unwrap();
        let v: u32 = v.parse().unwrap();
        match k {
            "threads" => solver = solver.threads(v as usize),
            "gen" => {
                generate(&mut solver, v as usize);
                return;
            }
            _ => panic!(),
        }
    }
    let f = std::fs::File::open(&args[1]).unwrap();
    let (mut nodes, mut count, mut wrong) = (0, 0, 0);
    let t = cpu();
    for line in std::io::BufReader::new(f).lines() {
        let line = line.unwrap();
        let mut w = line.split_whitespace();
        let p = Position::from_columns(Rules::STANDARD, w.next().unwrap()).unwrap();
        let before = solver.nodes();
        let s = score(&mut solver, &p);
        if let Some(e) = w.next() {
            if e.parse::<i32>().unwrap() != s {
                wrong += 1;
                eprintln!("{line} got {s}");
            }
        }
        nodes += solver.nodes() - before;
        count += 1;
    }
    let t = cpu() - t;
    println!(
        "{}: {count} mean {:.2} µs, {:.1} nodes, {:.2} M/s wrong {wrong}",
        args[1],
        t * 1e6 / count as f64,
        nodes as f64 / count as f64,
        nodes as f64 / t / 1e6
    );
}
fn score(s: &mut Solver, p: &Position) -> i32 {
    s.forget();
    s.solve(p, Wanted::Score, &std::sync::atomic::AtomicBool::new(false)).unwrap()
}
fn generate(solver: &mut Solver, want: usize) {
    let mut rng = Rng::new(77);
    let names =
        ["end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard"];
    let mut sets: Vec<Vec<String>> = vec![vec![]; 6];
    let lim = [want, want, want, want / 2, want / 3, 12];
    let t0 = std::time::Instant::now();
    let mut tries = 0;
    while (0..6).any(|i| sets[i].len() < lim[i]) && t0.elapsed().as_secs() < 100 {
        if tries % 64 == 0 || sets[1].len() == want {
            for (n, s) in names.iter().zip(&sets) {
                std::fs::write(format!("/tmp/c4/{n}.txt"), s.join("\n") + "\n").unwrap();
            }
        }
        tries += 1;
        let phase = if (0..3).any(|i| sets[i].len() < lim[i]) { 1 + rng.below(2) } else { 0 };
        let full = |i: usize| sets[i].len() >= lim[i];
        if phase == 2 && full(0)
            || phase == 1 && full(1) && full(2)
            || phase == 0 && full(3) && full(4) && full(5)
        {
            continue;
        }
        let plies = match phase {
            0 => 4 + rng.below(11),
            1 => 15 + rng.below(14),
            _ => 29 + rng.below(12),
        };
        let mut p = Position::start(&Rules::STANDARD);
        let mut s = String::new();
        for _ in 0..plies {
            if let Some(m) = p.play_random(&mut rng, &mut vec![]) {
                s += &m.to_string();
            }
        }
        if p.outcome().is_some() {
            continue;
        }
        let sc = score(solver, &p);
        // plies to the end
        let rem = if sc == 0 {
            42 - p.plies() as i32
        } else {
            let side_wins = sc > 0;
            let stones = 22 - sc.abs();
            // ply total at the end
            let mover_first = p.plies() % 2 == 0;
            let winner_first = mover_first == side_wins;
            let total = if winner_first { stones * 2 - 1 } else { stones * 2 };
            total - p.plies() as i32
        };
        let dif = if rem < 14 {
            0
        } else if rem < 28 {
            1
        } else {
            2
        };
        let i = match (phase, dif) {
            (2, _) => 0,
            (1, 0) => 1,
            (1, _) => 2,
            (0, 0) => 3,
            (0, 1) => 4,
            _ => 5,
        };
        if sets[i].len() < lim[i] {
            sets[i].push(format!("{s} {sc}"));
        }
    }
    for (n, s) in names.iter().zip(&sets) {
        std::fs::write(format!("/tmp/c4/{n}.txt"), s.join("\n") + "\n").unwrap();
        eprintln!("{n} {}", s.len());
    }
}
