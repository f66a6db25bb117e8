//! `gebeta online` behind a proxy that sends answers on in chunks and keeps its connections open.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

use crate::chaos::Server;
use crate::program::Home;

/// A proxy before `host`, until the test ends; its port.
fn rechunking(host: &str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let host = host.to_owned();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let host = host.clone();
            // A client that hangs up ends its connection only.
            thread::spawn(move || pass_on(stream, &host).ok());
        }
    });
    port
}

/// Passes one request on, and its answer back: a socket as it is, anything else in chunks of seven bytes.
fn pass_on(mut client: TcpStream, host: &str) -> io::Result<()> {
    let head = head(&mut client)?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    client.read_exact(&mut body)?;
    let mut server = TcpStream::connect(host)?;
    server.write_all(&[head.as_bytes(), &body].concat())?;
    let answer = self::head(&mut server)?;
    if answer.starts_with("HTTP/1.1 101") {
        client.write_all(answer.as_bytes())?;
        let (mut from, mut to) = (client.try_clone()?, server.try_clone()?);
        thread::spawn(move || {
            let _ = io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Write);
        });
        io::copy(&mut server, &mut client)?;
        return client.shutdown(Shutdown::Both);
    }
    let mut body = Vec::new();
    server.read_to_end(&mut body)?;
    let kept = answer.lines().filter(|line| !line.starts_with("content-length") && !line.is_empty());
    let mut told: Vec<u8> = kept.flat_map(|line| format!("{line}\r\n").into_bytes()).collect();
    told.extend(b"transfer-encoding: chunked\r\n\r\n");
    for chunk in body.chunks(7) {
        told.extend(format!("{:x}\r\n", chunk.len()).as_bytes());
        told.extend([chunk, b"\r\n"].concat());
    }
    told.extend(b"0\r\n\r\n");
    client.write_all(&told)?;
    // The connection stays open until the client closes it.
    client.read_to_end(&mut body).map(drop)
}

/// All lines up to the empty one.
fn head(stream: &mut TcpStream) -> io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

#[test]
fn a_game_is_played_behind_a_proxy_that_sends_chunks() {
    let server = Server::start();
    let port = rechunking(server.address().host());
    let home = Home::new();
    let line = format!("online http://localhost:{port}/ --new --opponent level1 --seat p1 --name Abebe");
    let answer = home.run(&line, "3\nresign\n");
    assert!(answer.stdout.contains("resigned"), "{answer:?}");
    // A refusal comes in chunks too.
    let answer = home.run(&format!("online http://localhost:{port}/g/00010203040506070809 --watch"), "");
    assert!(answer.stderr.contains("error[not-found]"), "{answer:?}");
}
