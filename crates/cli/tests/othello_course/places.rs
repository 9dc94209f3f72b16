//! Where the referee writes: links, pipes, permissions, its own input.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::{BOARD, LIST, REFEREE, directory, printing_to, run, text};

fn referee(output: &Path) -> Output {
    run(REFEREE, &["-", output.to_str().unwrap()], LIST)
}

/// The referee writes the board there, says so, and leaves no other file.
fn writes(output: &Path) {
    let parent = output.parent().unwrap();
    let before = fs::read_dir(parent).unwrap().count() + usize::from(!is_there(output));
    let done = referee(output);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(fs::read_to_string(output).unwrap(), BOARD);
    assert!(text(&done.stdout).contains("Tablero en "), "{}", text(&done.stdout));
    assert!(fs::read_dir(parent).unwrap().count() <= before, "another file is left");
}

fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn links_are_followed() {
    let at = directory("course-links");
    let below = at.join("below");
    fs::create_dir(&below).unwrap();
    let real = at.join("real.txt");
    fs::write(&real, "before").unwrap();
    symlink("../real.txt", below.join("link")).unwrap();
    symlink("link", below.join("link to link")).unwrap();
    for link in [below.join("link"), below.join("link to link")] {
        fs::write(&real, "before").unwrap();
        writes(&link);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), BOARD);
    }
    // A link to nothing: what it names is made.
    symlink("../new.txt", below.join("dangling")).unwrap();
    writes(&below.join("dangling"));
    assert!(fs::symlink_metadata(below.join("dangling")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(at.join("new.txt")).unwrap(), BOARD);
    // A link to itself.
    symlink("circle", at.join("circle")).unwrap();
    assert_eq!(referee(&at.join("circle")).status.code(), Some(1));
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn what_is_no_plain_file_is_written_as_it_is() {
    let at = directory("course-pipe");
    let (pipe, link) = (at.join("pipe"), at.join("link"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    symlink(&pipe, &link).unwrap();
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    let done = referee(&link);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(reader.join().unwrap(), BOARD);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_dir(&at).unwrap().count(), 2);
    fs::remove_dir_all(at).unwrap();
}

/// As `-`: the board alone, whatever standard output is. (The link stands for
/// `/dev/stdout`, which a test does not put at risk.)
#[cfg(target_os = "linux")]
#[test]
fn another_name_of_standard_output_is_standard_output() {
    let at = directory("course-stdout");
    let (link, file) = (at.join("stdout"), at.join("redirected"));
    symlink("/proc/self/fd/1", &link).unwrap();
    let name = link.to_str().unwrap();
    let piped = run(REFEREE, &["-", name], LIST);
    assert_eq!((piped.status.code(), text(&piped.stdout).as_str()), (Some(0), BOARD));
    let out = fs::File::create(&file).unwrap();
    let done = printing_to(out.into(), REFEREE, &["-", name], LIST);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(fs::read_to_string(&file).unwrap(), BOARD);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn the_input_is_never_the_output() {
    let at = directory("course-same");
    let list = at.join("list");
    fs::write(&list, LIST).unwrap();
    symlink("list", at.join("link")).unwrap();
    fs::hard_link(&list, at.join("other name")).unwrap();
    let name = |name: &str| at.join(name).to_str().unwrap().to_owned();
    let refused = |done: Output| {
        assert_eq!(done.status.code(), Some(2), "{}", text(&done.stderr));
        assert!(text(&done.stderr).contains("el mismo archivo"), "{}", text(&done.stderr));
        assert_eq!(fs::read_to_string(&list).unwrap(), LIST);
    };
    for output in ["list", "link", "other name", "./list"] {
        refused(run(REFEREE, &[&name("list"), &name(output)], ""));
    }
    let redirected = |input: Stdio, output: Stdio, arguments: [&str; 2]| {
        let mut command = Command::new(REFEREE);
        command.args(arguments).stdin(input).stdout(output).stderr(Stdio::piped());
        command.spawn().unwrap().wait_with_output().unwrap()
    };
    let input = || fs::File::open(&list).unwrap().into();
    refused(redirected(input(), Stdio::piped(), ["-", &name("list")]));
    let appended = fs::File::options().append(true).open(&list).unwrap();
    refused(redirected(input(), appended.into(), ["-", "-"]));
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn a_file_that_was_there_keeps_its_permissions() {
    let at = directory("course-mode");
    let board = at.join("board");
    for wanted in [0o640, 0o600, 0o666, 0o755] {
        fs::write(&board, "before, and longer than a board is: ".repeat(10)).unwrap();
        fs::set_permissions(&board, Permissions::from_mode(wanted)).unwrap();
        writes(&board);
        assert_eq!(mode(&board), wanted);
    }
    fs::write(&board, "before").unwrap();
    fs::set_permissions(&board, Permissions::from_mode(0o444)).unwrap();
    let done = referee(&board);
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stderr).contains("solo lectura"), "{}", text(&done.stderr));
    assert_eq!(fs::read_to_string(&board).unwrap(), "before");
    assert_eq!(mode(&board), 0o444);
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn every_name_of_a_file_shows_the_board() {
    let at = directory("course-names");
    let (board, other) = (at.join("board"), at.join("other"));
    fs::write(&board, "before, and longer than a board is: ".repeat(10)).unwrap();
    fs::hard_link(&board, &other).unwrap();
    writes(&board);
    assert_eq!(fs::read_to_string(&other).unwrap(), BOARD);
    assert_eq!(fs::metadata(&other).unwrap().nlink(), 2);
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn a_directory_without_permission_is_no_reason_not_to_write_its_file() {
    let at = directory("course-directory");
    let (board, new) = (at.join("board"), at.join("new"));
    fs::write(&board, "before, and longer than a board is: ".repeat(10)).unwrap();
    fs::set_permissions(&at, Permissions::from_mode(0o555)).unwrap();
    // To some, such as root, every directory is writable.
    let may_write = fs::write(at.join("probe"), "").is_ok();
    writes(&board);
    if !may_write {
        assert_eq!(referee(&new).status.code(), Some(1));
        assert!(!is_there(&new));
    }
    fs::set_permissions(&at, Permissions::from_mode(0o755)).unwrap();
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn a_name_may_be_as_long_as_names_are() {
    let at = directory("course-long");
    writes(&at.join("x".repeat(255)));
    assert_eq!(referee(&at.join("x".repeat(256))).status.code(), Some(1));
    assert_eq!(fs::read_dir(&at).unwrap().count(), 1);
    fs::remove_dir_all(at).unwrap();
}
