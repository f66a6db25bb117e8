//! As much of a browser as cookies and requests need.

use std::io::{Read, Write};
use std::net::TcpStream;

use gebeta_protocol::{Code, Ticket};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;

use crate::test_server::TestServer;

#[derive(Clone, Debug)]
pub(crate) struct Browser {
    pub(crate) host: String,
    /// The cookies that the server has set; empty for none.
    pub(crate) cookie: String,
    /// Further lines of every request.
    pub(crate) headers: String,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Browser {
    pub(crate) fn at(server: &TestServer) -> Self {
        let host = server.host();
        Self { headers: format!("origin: http://{host}\r\n"), host, cookie: String::new() }
    }

    /// The same with one more line in every request.
    pub(crate) fn with(self, line: &str) -> Self {
        Self { headers: format!("{}{line}\r\n", self.headers), ..self }
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, None)
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, Some(body))
    }

    pub(crate) fn delete(&mut self, path: &str, body: Option<&Value>) -> Answer {
        self.ask("DELETE", path, body)
    }

    pub(crate) fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let Self { host, cookie, headers } = self;
        let body = body.map_or(String::new(), Value::to_string);
        let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
        let cookies = if cookie.is_empty() { String::new() } else { format!("cookie: {cookie}\r\n") };
        let mut stream = TcpStream::connect(&**host).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {}\r\n{kind}{cookies}{headers}\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        for line in head.lines() {
            let kept = line.strip_prefix("set-cookie: ").and_then(|line| line.split(';').next());
            if let Some(kept) = kept.filter(|kept| kept.contains("sid=")) {
                self.cookie = if kept.ends_with('=') { String::new() } else { kept.to_owned() };
            }
        }
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }
}

/// An open socket of a page.
pub(crate) type Socket = tungstenite::WebSocket<TcpStream>;

impl Browser {
    /// Watches a game, as a page does: with its cookies.
    pub(crate) fn watch(&self, game: &str) -> Socket {
        let mut socket = self.come(&json!({ "t": "hello", "proto": 1, "since": 0 }), game);
        assert!(socket.read().unwrap().to_text().unwrap().contains("welcome"));
        socket
    }

    /// The same with what opens a seat; why it does not, if it does not.
    pub(crate) fn sit(&self, ticket: &Ticket) -> Result<Socket, (u16, String)> {
        let hello = json!({ "t": "hello", "proto": 1, "since": 0, "secret": ticket.secret });
        let mut socket = self.come(&hello, &ticket.game.to_string());
        let first = socket.read().unwrap();
        if first.to_text().unwrap().contains("welcome") { Ok(socket) } else { Err(closed(&mut socket)) }
    }

    fn come(&self, hello: &Value, game: &str) -> Socket {
        let mut request =
            format!("ws://{}/api/games/{game}/socket", self.host).into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse().unwrap());
        headers.insert("origin", format!("http://{}", self.host).parse().unwrap());
        let stream = TcpStream::connect(&*self.host).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(10))).unwrap();
        let (mut socket, _) = tungstenite::client(request, stream).unwrap();
        socket.send(tungstenite::Message::text(hello.to_string())).unwrap();
        socket
    }
}

/// With which number and word the server closes a socket.
pub(crate) fn closed(socket: &mut Socket) -> (u16, String) {
    loop {
        if let tungstenite::Message::Close(Some(frame)) = socket.read().unwrap() {
            return (frame.code.into(), frame.reason.to_string());
        }
    }
}

impl Answer {
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.status, 200, "{self:?}");
        self
    }

    #[track_caller]
    pub(crate) fn is(&self, code: Code) {
        assert_eq!(self.status, code.status(), "{self:?}");
        assert_eq!(self.json()["code"], code.word());
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The header `name` whose value begins with `start`.
    pub(crate) fn header(&self, name: &str, start: &str) -> String {
        let values = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut values = values.filter(|(other, value)| *other == name && value.starts_with(start));
        values.next().unwrap_or_else(|| panic!("no {name}: {}", self.head)).1.to_owned()
    }
}
