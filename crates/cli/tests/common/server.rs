//! Servers as they are started from the command line.
#![allow(dead_code)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};

/// A server of its own directory, stopped and removed in the end.
pub struct Server {
    pub child: Child,
    pub said: Vec<String>,
    pub address: String,
}

impl Server {
    pub fn start(arguments: &[&str], variables: &[(&str, &str)]) -> Server {
        Server::of(command(arguments, variables).stdout(Stdio::piped()).spawn().unwrap())
    }

    /// Waits until a process that was started says that it serves.
    pub fn of(mut child: Child) -> Server {
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said: Vec<String> = Vec::new();
        // The last line says how to stop it.
        while said.last().is_none_or(|line| !line.contains("Ctrl-C")) {
            said.push(lines.next().expect("it says how to stop it").unwrap());
        }
        let address = said[0].rsplit_once("http://").expect("an address").1.to_owned();
        Server { child, said, address }
    }

    pub fn get(&self, path: &str, host: &str) -> String {
        let (status, body) = self.ask("GET", path, host, None, "");
        assert_eq!(status, 200, "{body}");
        body
    }

    /// A request and what comes back: its status and its body.
    pub fn ask(
        &self,
        method: &str,
        path: &str,
        host: &str,
        secret: Option<&str>,
        body: &str,
    ) -> (u16, String) {
        let secret = secret.map(|secret| format!("Authorization: Bearer {secret}\r\n"));
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            secret.unwrap_or_default(),
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.expect("a status"), body.to_owned())
    }

    /// Ends it as a service manager does, and waits until it has.
    pub fn stop(&mut self) -> ExitStatus {
        let kill = format!("kill -TERM {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        self.child.wait().unwrap()
    }

    pub fn port(&self) -> &str {
        self.address.rsplit_once(':').unwrap().1
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn command(arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sobremesa"));
    // No variable of the surroundings may show.
    command.env_clear().env("HOME", "/nonexistent").stdin(Stdio::null());
    command.args(arguments).envs(variables.iter().copied());
    command
}

pub fn refused(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let done: Output = command(arguments, variables).output().unwrap();
    assert!(!done.status.success(), "{done:?}");
    String::from_utf8(done.stderr).unwrap()
}

pub struct Directory(pub PathBuf);

impl Directory {
    pub fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("sobremesa-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    pub fn has_games(&self) -> bool {
        let mut entries = std::fs::read_dir(&self.0).unwrap();
        entries.any(|file| file.unwrap().path().extension().is_some_and(|end| end == "sqlite"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
