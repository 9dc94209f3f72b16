//! Reading a file and replaying it takes memory, and with it work, in
//! proportion to the file, in every format: what is asked of the allocator is
//! counted, for a file and for one of twice its length. (The bytes that the
//! readers look at are counted in `crates/record`.)

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use sobremesa_games::{files, replay};

struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count(bytes: usize) {
    // A little for each, so that many small ones count too.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + bytes as u64 + 16));
}

// SAFETY: everything is the system's own allocator, which keeps the contract;
// counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promise about `layout` is handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: the caller's promises are handed on.
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What reading and replaying a file asks for.
fn asked(file: &[u8]) -> u64 {
    let before = ASKED.get();
    for game in files::read(file).into_iter().flatten().flatten() {
        let _ = replay::replay_whole(&game);
    }
    ASKED.get() - before
}

#[test]
fn twice_the_file_asks_for_twice_the_memory() {
    // Ten points in turn, each colour taking the other's stone off by hand.
    let nodes = |n: usize, node: &dyn Fn(usize) -> String| -> String { (0..n).map(node).collect() };
    type Made<'a> = Box<dyn Fn(usize) -> String + 'a>;
    let kinds: Vec<(&str, Made)> = vec![
        ("passes", Box::new(|n| format!("(;SZ[9]{})", ";B[];W[]".repeat(n)))),
        ("one colour", Box::new(|n| format!("(;SZ[9]{})", ";B[]".repeat(n)))),
        (
            "stones changed",
            Box::new(|n| {
                let node =
                    |i: usize| if i.is_multiple_of(2) { ";B[aa];AE[aa]" } else { ";W[bb];AE[bb]" };
                format!("(;SZ[9]{})", nodes(n / 8, &|i| node(i).to_owned()))
            }),
        ),
        ("stones on stones", Box::new(|n| format!("(;SZ[5]{})", ";AB[aa:ee];AE[aa:ee]".repeat(n)))),
        ("games of Go", Box::new(|n| "(;SZ[9];B[aa];W[bb])".repeat(n / 4))),
        ("variations", Box::new(|n| format!("(;SZ[9]{})", "(;B[aa]C[x])".repeat(n)))),
        ("comments", Box::new(|n| format!("(;SZ[9]{})", ";C[a comment]".repeat(n)))),
        ("games of GGF", Box::new(|n| "(;GM[Othello]B[f5];)\n".repeat(n / 4))),
        ("transcripts", Box::new(|n| "f5d6c3\n".repeat(n / 4))),
        ("boards", Box::new(|n| format!("{}\n", "-".repeat(64)).repeat(n / 16))),
        (
            "JSON",
            Box::new(|n| {
                let moves = r#"{"side":"first","play":"pass"},"#.repeat(n);
                format!(r#"{{"game":"go","moves":[{}]}}"#, moves.trim_end_matches(','))
            }),
        ),
    ];
    for (kind, make) in kinds {
        let (small, large) = (make(1_000), make(2_000));
        let (once, twice) = (asked(small.as_bytes()), asked(large.as_bytes()));
        let grown = twice as f64 / once as f64 * small.len() as f64 / large.len() as f64;
        assert!(once > small.len() as u64, "{kind}: {once} for {}", small.len());
        assert!(grown < 1.3, "{kind}: {once} for {}, {twice} for {}", small.len(), large.len());
    }
}
