//! The modules of a crate, read from their `use` lines: none may need one that
//! needs it, nor one that comes later in the order they are read in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::order::ORDER;
use super::{files, root};

/// Which modules every module names.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The modules of a crate by path, the empty one its root, with their text
/// outside of tests.
fn modules(of: &str) -> BTreeMap<String, String> {
    let source = root().join("crates").join(of).join("src");
    files(&source, &["rs"])
        .into_iter()
        .filter_map(|path| {
            let inside = path.strip_prefix(&source).unwrap().with_extension("");
            let mut parts: Vec<String> =
                inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if parts.last().is_some_and(|last| last == "mod")
                || parts == ["lib"]
                || parts == ["main"]
            {
                parts.pop();
            }
            let tests = parts.last().is_some_and(|last| last.ends_with("tests"));
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            (!tests).then(|| (parts.join("::"), text))
        })
        .collect()
}

/// The `use` lines of a module: whether each is a re-export, and its paths.
fn uses(text: &str) -> Vec<(bool, Vec<String>)> {
    let code: Vec<&str> =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for statement in code.split(';') {
        // What stands before it on other lines are items that need no semicolon.
        let Some(at) = statement.rfind("use ") else { continue };
        let line = statement[..at].rsplit('\n').next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with("pub") {
            let tree: String = statement[at + 4..].split_whitespace().collect::<Vec<_>>().join(" ");
            found.push((line.starts_with("pub"), paths(&tree)));
        }
    }
    found
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn paths(tree: &str) -> Vec<String> {
    let Some((before, inside)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let inside = inside.trim().strip_suffix('}').unwrap_or(inside);
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[from..]);
    parts
        .into_iter()
        .filter(|part| !part.trim().is_empty())
        .flat_map(|part| paths(&format!("{}{}", before.trim(), part.trim())))
        .collect()
}

/// A path of a module as one from the crate's root; `None` for other crates.
fn absolute(module: &str, path: &str, modules: &BTreeMap<String, String>) -> Option<Vec<String>> {
    let mut parts: Vec<String> = path.split("::").map(str::to_owned).collect();
    let mut base: Vec<String> =
        module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    match parts[0].as_str() {
        "crate" => {
            parts.remove(0);
            base.clear();
        }
        "self" => drop(parts.remove(0)),
        "super" => {
            while parts.first().is_some_and(|part| part == "super") {
                parts.remove(0);
                base.pop();
            }
        }
        first => {
            let child = [base.join("::"), first.to_owned()].join("::");
            if !modules.contains_key(child.trim_start_matches("::")) {
                return None;
            }
        }
    }
    base.extend(parts);
    Some(base)
}

fn graph(of: &str) -> Graph {
    let modules = modules(of);
    // What a module re-exports belongs to the module it comes from.
    let mut from: BTreeMap<(String, String), String> = BTreeMap::new();
    let target = |path: &[String], from: &BTreeMap<(String, String), String>| {
        (0..=path.len()).rev().find_map(|length| {
            let module = path[..length].join("::");
            modules.contains_key(&module).then(|| {
                let name = path.get(length).cloned().unwrap_or_default();
                from.get(&(module.clone(), name)).cloned().unwrap_or(module)
            })
        })
    };
    let lines: Vec<(&String, bool, String)> = modules
        .iter()
        .flat_map(|(module, text)| {
            uses(text).into_iter().flat_map(move |(public, paths)| {
                paths.into_iter().map(move |path| (module, public, path))
            })
        })
        .collect();
    for (module, _, path) in lines.iter().filter(|(_, public, _)| *public) {
        let Some(path) = absolute(module, path, &modules) else { continue };
        let name = path.last().cloned().unwrap_or_default();
        if let Some(home) = target(&path, &from).filter(|home| home != *module) {
            from.insert(((*module).clone(), name), home);
        }
    }
    let mut graph: Graph = modules.keys().map(|module| (module.clone(), BTreeSet::new())).collect();
    for (module, _, path) in lines.iter().filter(|(_, public, _)| !public) {
        let Some(path) = absolute(module, path, &modules) else { continue };
        if let Some(home) = target(&path, &from).filter(|home| home != *module) {
            graph.entry((*module).clone()).or_default().insert(home);
        }
    }
    graph
}

/// Everything that can be reached from a module.
fn reached<'a>(graph: &'a Graph, module: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![module];
    while let Some(module) = open.pop() {
        for next in graph.get(module).into_iter().flatten() {
            if found.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    found
}

/// The sets of modules that need one another.
fn cycles(graph: &Graph) -> BTreeSet<Vec<String>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|module| (module.as_str(), reached(graph, module))).collect();
    reach
        .iter()
        .filter(|(module, from)| from.contains(*module))
        .map(|(module, from)| {
            let both = from.iter().filter(|other| reach[*other].contains(module));
            both.map(|other| (*other).to_owned()).collect()
        })
        .collect()
}

#[test]
fn no_module_needs_one_that_needs_it() {
    let mut wrong = Vec::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let found = cycles(&graph(&name));
        wrong.extend(found.iter().map(|cycle| format!("{name}: {}", cycle.join(", "))));
    }
    assert!(wrong.is_empty(), "modules that need one another: {wrong:#?}");
}

/// The place of a module in its crate's order: its own, or that of the nearest
/// folder that has one.
fn place(order: &[&str], module: &str) -> Option<usize> {
    let within = |listed: &str| {
        module.strip_prefix(listed).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let listed = order.iter().enumerate().filter(|(_, listed)| within(listed));
    listed.max_by_key(|(_, listed)| listed.len()).map(|(place, _)| place)
}

#[test]
fn modules_need_only_modules_before_them() {
    let mut wrong = Vec::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let graph = graph(&name);
        let listed = ORDER.iter().find(|(of, _)| *of == name).map_or("", |(_, order)| order);
        let order: Vec<&str> = listed.split_whitespace().collect();
        for (module, needs) in graph.iter().filter(|(module, _)| !module.is_empty()) {
            let Some(own) = place(&order, module) else {
                wrong.push(format!("{name}: {module} has no place in order.rs"));
                continue;
            };
            let later = needs.iter().filter(|need| place(&order, need).is_some_and(|it| it > own));
            wrong
                .extend(later.map(|need| format!("{name}: {module} needs {need}, which is later")));
        }
        let gone = order.iter().filter(|module| !graph.contains_key(**module) && **module != "bin");
        wrong.extend(gone.map(|module| format!("{name}: {module} is gone")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_cycle_is_found_through_a_re_export() {
    let text = "use crate::{b, c::{D, e::F as G}};\npub use self::x::Y;\n// use crate::no;\n";
    let found = uses(text);
    assert_eq!(
        found[0],
        (false, ["crate::b", "crate::c::D", "crate::c::e::F"].map(String::from).to_vec())
    );
    assert_eq!(found[1], (true, vec!["self::x::Y".to_owned()]));
    assert_eq!(found.len(), 2);
    let edge = |from: &str, to: &[&str]| {
        (from.to_owned(), to.iter().map(|to| (*to).to_owned()).collect::<BTreeSet<_>>())
    };
    let graph =
        Graph::from([edge("a", &["b"]), edge("b", &["c"]), edge("c", &["b"]), edge("d", &["d2"])]);
    assert_eq!(cycles(&graph), BTreeSet::from([vec!["b".to_owned(), "c".to_owned()]]));
    // What the root of a crate re-exports counts as the module it is from.
    assert!(super::modules::graph("go")["position"].contains("rules"));
}
