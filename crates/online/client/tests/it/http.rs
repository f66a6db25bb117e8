//! Requests to servers that answer in every way there is, and to what is no server.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use gebeta_client::{Address, ClientError};
use gebeta_protocol::Code;

/// What a request comes to at a server that says `answer`, whatever it is asked, and hangs up.
fn ask(answer: &str) -> Result<String, ClientError> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address: Address = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
    let answer = answer.to_owned();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.extend(byte);
        }
        // Who has heard enough hangs up.
        let _ = stream.write_all(answer.as_bytes());
    });
    let told = address.get("/api/status");
    server.join().unwrap();
    told
}

#[test]
fn answers_are_read_by_length_and_in_chunks() {
    for text in [
        "HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{\"a\":\"ሀ\"}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n7\r\n:\"ሀ\"}\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n00b;why=not\r\n{\"a\":\"ሀ\"}\r\n0\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length:11\r\n\r\n{\"a\":\"ሀ\"}",
    ] {
        let told = ask(text).unwrap_or_else(|failure| panic!("{text}: {failure}"));
        assert_eq!(told, "{\"a\":\"ሀ\"}", "{text}");
    }
}

#[test]
fn a_refusal_says_why() {
    let told = ask("HTTP/1.1 404 Not Found\r\ncontent-length: 20\r\n\r\n{\"code\":\"not-found\"}");
    assert!(matches!(told, Err(ClientError::Refused(Code::NotFound))), "{told:?}");
    for text in [
        "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\nno",
        "HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 204 No Content\r\n\r\n",
    ] {
        let told = ask(text);
        assert!(matches!(told, Err(ClientError::Strange(_))), "{text}: {told:?}");
    }
}

#[test]
fn half_an_answer_is_no_answer() {
    const HEAD: &str = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n";
    let chunked = ["", "\r\n", "\r\n4\r\n{\"a", "\r\n2\r\n{}", "\r\n2\r\n{}\r\n"];
    let chunked = chunked.iter().map(|rest| format!("{HEAD}{rest}"));
    let others = ["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{}", "HTTP/1.1 200 OK\r\n\r\n{}", ""];
    for text in chunked.chain(others.map(str::to_owned)) {
        let told = ask(&text);
        assert!(matches!(told, Err(ClientError::Gone(_))), "{text:?}: {told:?}");
    }
}

#[test]
fn what_is_no_http_or_too_long_is_refused() {
    const HEAD: &str = "HTTP/1.1 200 OK\r\n";
    for text in [
        "SSH-2.0-nothing\r\n\r\n".to_owned(),
        "HTTP/1.1 fine\r\n\r\n".to_owned(),
        format!("{HEAD}no colon\r\n\r\n"),
        format!("{HEAD}content-length: -1\r\n\r\n"),
        format!("{HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{{}}"),
        format!("{HEAD}content-length: 9999999\r\n\r\n{}", "x".repeat(9_999_999)),
        format!("{HEAD}transfer-encoding: chunked\r\n\r\n2\r\n{{}}and more\r\n0\r\n\r\n"),
        format!("{HEAD}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n{{}}\r\n0\r\n\r\n"),
        format!("{HEAD}x: {}\r\n\r\n", "x".repeat(200_000)),
        format!("{HEAD}{}\r\n", "x: y\r\n".repeat(30_000)),
    ] {
        let told = ask(&text);
        assert!(matches!(told, Err(ClientError::Strange(_))), "{}: {told:?}", &text[..text.len().min(80)]);
    }
}
