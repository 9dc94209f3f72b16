//! Names that nobody knows: what somebody may have meant by one, and those of
//! what there cannot be here.

use crate::registry;

/// The predicates that are not the courses', by name: a name that nobody knows
/// is compared with them. A test holds it to what can be called.
pub(crate) const NAMES: &[(&str, &[usize])] = &[
    ("aggregate_all", &[3]),
    ("append", &[3]),
    ("arg", &[3]),
    ("atom", &[1]),
    ("atom_length", &[2]),
    ("atomic", &[1]),
    ("between", &[3]),
    ("call", &[1, 2, 3, 4]),
    ("callable", &[1]),
    ("compare", &[3]),
    ("compound", &[1]),
    ("copy_term", &[2]),
    ("fail", &[0]),
    ("false", &[0]),
    ("findall", &[3]),
    ("float", &[1]),
    ("forall", &[2]),
    ("functor", &[3]),
    ("ground", &[1]),
    ("ignore", &[1]),
    ("integer", &[1]),
    ("is", &[2]),
    ("is_list", &[1]),
    ("last", &[2]),
    ("length", &[2]),
    ("maplist", &[2, 3, 4, 5]),
    ("max_list", &[2]),
    ("member", &[2]),
    ("memberchk", &[2]),
    ("min_list", &[2]),
    ("msort", &[2]),
    ("nl", &[0]),
    ("nonvar", &[1]),
    ("not", &[1]),
    ("nth0", &[3]),
    ("nth1", &[3]),
    ("number", &[1]),
    ("numlist", &[3]),
    ("once", &[1]),
    ("plus", &[3]),
    ("print", &[1]),
    ("reverse", &[2]),
    ("sort", &[2]),
    ("string", &[1]),
    ("succ", &[2]),
    ("sum_list", &[2]),
    ("sumlist", &[2]),
    ("tab", &[1]),
    ("true", &[0]),
    ("var", &[1]),
    ("write", &[1]),
    ("writeln", &[1]),
    ("writeq", &[1]),
];

/// What would define, store or load something: goals only ask here.
pub(crate) fn defines(name: &str, arity: u32) -> bool {
    matches!(
        (name, arity),
        ("assert" | "asserta" | "assertz" | "retract" | "retractall" | "abolish", 1)
            | ("consult" | "ensure_loaded" | "use_module" | "dynamic" | "make" | "load_files", _)
            | ("[|]" | ":-" | "-->", 2)
            | (":-" | "listing", 1)
            | ("listing", 0)
    )
}

/// The predicates that somebody may have meant by a name that nobody knows,
/// likeliest first: the same name with other arguments, or one that is written
/// almost so.
pub(crate) fn near(name: &str, arity: u32) -> Vec<String> {
    let wanted = folded(name);
    if wanted.is_empty() || wanted.len() > LONGEST {
        return Vec::new();
    }
    let ours = registry::all().map(|predicate| (predicate.name, predicate.args.len()));
    let others = NAMES.iter().flat_map(|(name, counts)| counts.iter().map(|&n| (*name, n)));
    let mut found: Vec<(usize, usize, String)> = ours
        .chain(others)
        .filter_map(|(other, count)| {
            let far = if other == name { 0 } else { 1 + distance(&wanted, &folded(other)) };
            // A slip in a short name, two in a long one.
            let most = match wanted.len() {
                0..=3 => 1,
                4..=6 => 2,
                _ => 3,
            };
            let off = count.abs_diff(arity as usize);
            (far <= most).then(|| (far, off, format!("{other}/{count}")))
        })
        .collect();
    found.sort();
    found.dedup();
    found.truncate(SHOWN);
    found.into_iter().map(|(_, _, shown)| shown).collect()
}

/// The longest name that others are compared with, and the most that are named.
const LONGEST: usize = 40;
const SHOWN: usize = 3;

/// A name without what is easily confused in it.
fn folded(name: &str) -> Vec<char> {
    name.chars().filter(|&c| c != '_').flat_map(char::to_lowercase).collect()
}

/// How many letters have to be put in, left out, changed or swapped with the
/// next one.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least =
                (rows[i][j] + usize::from(x != y)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *y && b[j - 1] == *x {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Limits, Query};

    /// Every name that is suggested can be called, with any arguments.
    #[test]
    fn what_is_suggested_is_there() {
        for (name, counts) in NAMES {
            for &count in *counts {
                let arguments = vec!["_"; count].join(",");
                let goal =
                    if count == 0 { (*name).to_owned() } else { format!("{name}({arguments})") };
                let mut query = Query::new(&goal, "proylcc", Limits::default()).unwrap();
                if let Err(problem) = query.next(&|| false) {
                    assert_ne!(problem.code, "existence_error", "{goal}");
                }
            }
        }
    }

    #[test]
    fn names_that_were_meant() {
        let meant = |name, arity| near(name, arity).join(" ");
        assert_eq!(meant("tableroinicial", 1), "tableroInicial/1 tablero_inicial/1");
        assert_eq!(meant("columnaDips", 2), "columnaDisp/2");
        assert_eq!(meant("lenght", 2), "length/2");
        assert_eq!(meant("goMove", 2), "goMove/4 goMove/5");
        assert_eq!(meant("jugadaSegura", 2), "jugadaSegura/3");
        assert_eq!(meant("fin_del_juego", 3).split(' ').next(), Some("fin_del_juego/4"));
        assert_eq!(meant("member", 1), "member/2");
        for none in ["foo", "f", "", "jugada_magica", "+", "atom_chars"] {
            assert_eq!(meant(none, 1), "", "{none}");
        }
        assert!(defines("assertz", 1) && defines("[|]", 2) && !defines("member", 2));
    }
}
