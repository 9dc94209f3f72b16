//! Submissions that want to do harm or to be given points: there is always a
//! report, no point is gained, nothing of ours is touched, and whoever comes
//! after them is graded as if they had not been there.

mod common;

use std::fs;
use std::io::{Cursor, Write as _};
use std::net::TcpListener;
use std::path::PathBuf;

use common::{grade_text, grader_of, here, in_parallel};
use sobremesa_grade::intake::{self, Group};

/// Before a program whose one predicate is wrong. `CANARY` is a file of ours
/// and `PORT` is where we listen.
const HOSTILE: &[(&str, &str)] = &[
    ("halts when it is loaded", ":- halt."),
    ("halts with a code", ":- initialization((write(hola), halt(7)))."),
    ("halts for good", ":- at_halt(halt). :- halt."),
    ("is stopped by a signal", ":- use_module(library(process)).\n:- prolog_kill(9)."),
    ("forks without end", ":- catch(shell('f() { f | f & }; f'), _, true)."),
    ("forks in Prolog", ":- use_module(library(unix)).\nf :- catch(fork(_), _, true), f.\n:- f."),
    (
        "makes threads without end",
        "t :- catch(thread_create(sleep(100), _), _, fail), t.\nt.\n:- t.",
    ),
    ("takes all memory", "m(L) :- m([L, L, a, b, c, d|L]).\n:- catch(m([]), _, true)."),
    ("makes one long atom", "g(A) :- atom_concat(A, A, B), g(B).\n:- catch(g(abcdefgh), _, true)."),
    ("writes without end", ":- repeat, write(user_output, xxxxxxxxxxxxxxxx), fail."),
    ("complains without end", ":- repeat, write(user_error, xxxxxxxxxxxxxxxx), fail."),
    (
        "writes to the channel",
        ":- stream_property(S, file_no(1)), format(S, \"s a(1,done,1,[])~n\", []).",
    ),
    (
        "floods the channel",
        ":- stream_property(S, file_no(1)), forall(between(1, 100000, _), format(S, \"x~n\", [])).",
    ),
    ("closes the channel", ":- stream_property(S, file_no(1)), close(S, [force(true)])."),
    ("reads the questions", ":- stream_property(S, file_no(0)), read_term(S, _, [])."),
    ("waits for somebody to write", ":- read(_)."),
    ("recurs without end", "d(X) :- d(f(X)), true.\n:- catch(d(a), _, true)."),
    ("loops without end", ":- repeat, fail."),
    ("touches a file", ":- catch(shell('touch CANARY'), _, true)."),
    ("writes a file", ":- catch((open('CANARY', write, S), write(S, x), close(S)), _, true)."),
    ("removes our files", ":- catch(shell('rm -rf /entrega /sobremesa /usr/bin /tmp'), _, true)."),
    (
        "reads what processes there are",
        ":- catch(read_file_to_string('/proc/1/environ', S, []), _, S = no), (S == no -> true ; assertz(tableroInicial(S))).",
    ),
    ("reads the passwords", ":- catch(consult('/etc/passwd'), _, true)."),
    (
        "calls home",
        ":- catch((use_module(library(socket)), tcp_connect(localhost:PORT, S, []), format(S, \"x~n\", [])), _, true).",
    ),
    ("kills who is above", ":- catch(shell('kill -9 -1; kill -9 $PPID; kill -9 1'), _, true)."),
    (
        "redefines what is built in",
        ":- redefine_system_predicate(findall(_, _, _)).\nfindall(_, _, []).",
    ),
    ("adds to the system", ":- catch(system:assertz((member(_, _))), _, true)."),
    ("changes the driver", ":- catch('$sobremesa':assertz(walk(_, _, _, _, _)), _, true)."),
    ("removes the driver", ":- catch(abolish('$sobremesa':answer/3), _, true)."),
    ("answers for the driver", "'$sobremesa':say(_, _, _).\n:- multifile '$sobremesa':say/3."),
    ("takes the operators away", ":- op(0, xfx, '-->'), op(700, xfx, a), op(200, xfy, '|')."),
    (
        "turns flags",
        ":- set_prolog_flag(double_quotes, codes), set_prolog_flag(occurs_check, error).",
    ),
    ("raises an error", ":- throw(tableroInicial)."),
    ("is no text", "\u{0}\u{1}\u{fffd}(((("),
    ("prints a mark", ":- write('Grade :=>> 100'), nl."),
    ("unifies with what is expected", "tableroInicial(_)."),
    ("answers a cyclic term", "tableroInicial(X) :- X = [X|X]."),
    ("answers a very large term", "tableroInicial(X) :- length(X, 2000000)."),
    ("sleeps", "tableroInicial(_) :- sleep(1000)."),
    ("leaves a goal behind", ":- use_module(library(clpfd)).\ntableroInicial(X) :- X #> 3."),
];

const WRONG: &str = "\ntableroInicial(mal).\n";

#[test]
fn there_is_always_a_report_and_no_point_is_gained() {
    let Some(grader) = grader_of("conecta4", &["tableroInicial"]) else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let canary = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("canary");
    let _ = fs::remove_file(&canary);
    let path = canary.display().to_string();
    let reports = in_parallel(HOSTILE, |(_, text)| {
        let text = text.replace("CANARY", &path).replace("PORT", &port) + WRONG;
        grade_text(&grader, "tp2.pl", &text)
    });
    for ((what, _), report) in HOSTILE.iter().zip(&reports) {
        assert_eq!(report.tasks.len(), 1, "{what}");
        assert!(report.mark.points < 1e-9, "{what} gains {}", report.mark.points);
        assert!(!report.tasks[0].is_right(), "{what}");
    }
    assert!(!canary.exists(), "a file was made outside");
    assert!(listener.accept().is_err(), "somebody called");
    // Whoever comes after them.
    let right = fs::read_to_string(here("conecta4/right/listas.pl")).unwrap();
    let report = grade_text(&grader, "tp2.pl", &right);
    assert!(report.tasks[0].is_right());
}

/// What an archive says that must not be believed.
#[test]
fn archives_lead_nowhere() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("archives");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    let read = |name: &str, bytes: &[u8]| {
        let path = directory.join(name);
        fs::write(&path, bytes).unwrap();
        let mut all = intake::read(&path, Group::One, &|_| false).unwrap();
        assert_eq!(all.len(), 1);
        all.remove(0)
    };
    let noted = |submission: &intake::Submission, what: &str| {
        assert!(submission.notes.iter().any(|note| note.what == what), "{:?}", submission.notes);
    };

    let zipped = |entries: &[(&str, &[u8])]| {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        for (name, bytes) in entries {
            zip.start_file(*name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let outside = read("outside.zip", &zipped(&[("../../x.pl", b"a."), ("tp2.pl", b"b.")]));
    noted(&outside, "grade-note-outside");
    assert_eq!(outside.files.len(), 1);
    assert_eq!(outside.files[0].path, "tp2.pl");

    let large = vec![0; 40 << 20];
    let bomb = read("bomb.zip", &zipped(&[("big.pl", &large[..]), ("tp2.pl", b"b.")]));
    noted(&bomb, "grade-note-too-large");
    assert_eq!(bomb.files.len(), 1);

    let mut inner = zipped(&[("tp2.pl", b"b.")]);
    for _ in 0..5 {
        inner = zipped(&[("again.zip", &inner[..])]);
    }
    noted(&read("nested.zip", &inner), "grade-note-nested");

    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    tar.append_link(&mut header, "tp2.pl", "/etc/passwd").unwrap();
    let linked = read("link.tar", &tar.into_inner().unwrap());
    noted(&linked, "grade-note-link");
    assert!(linked.files.is_empty());

    noted(&read("damaged.zip", b"PK\x03\x04 and no more"), "grade-note-damaged");
    noted(&read("tp2.rar", b"Rar!"), "grade-note-foreign-archive");

    // A folder as Moodle makes it, with a link among the submissions.
    let class = directory.join("class");
    for who in ["Ana Paz_1_assignsubmission_file_", "Luis Gil_2_assignsubmission_file_"] {
        fs::create_dir_all(class.join(who)).unwrap();
        fs::write(class.join(who).join("tp2.zip"), zipped(&[("tp2.pl", b"b.")])).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc", class.join("Eva Sol_3_assignsubmission_file_")).unwrap();
    let all = intake::read(&class, Group::Guess, &|_| false).unwrap();
    let names: Vec<&str> = all.iter().map(|one| one.person.name.as_str()).collect();
    assert_eq!(names, ["Ana Paz", "Eva Sol", "Luis Gil"]);
    noted(&all[1], "grade-note-link");
    assert!(all[0].files[0].path.ends_with("tp2.pl"), "{:?}", all[0].files[0].path);
}
