//! `gebeta online` at a server behind a proxy that speaks TLS and has it in a folder, as `docs/hosting/deploy.md` asks for.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;

use crate::chaos::Server;
use crate::program::Home;

/// Where the proxy has the server.
const FOLDER: &str = "/games";

/// A certificate for this machine, made for this test, and a proxy that shows it.
struct Proxy {
    certificate: String,
    port: u16,
    _runtime: tokio::runtime::Runtime,
}

impl Proxy {
    fn before(host: &str) -> Self {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let key = made.signing_key.serialize_der().try_into().unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        let host = host.to_owned();
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, host) = (acceptor.clone(), host.clone());
                // Who does not trust the certificate hangs up.
                tokio::spawn(async move { pass_on(&acceptor, stream, &host).await.ok() });
            }
        });
        Self { certificate: made.cert.pem(), port, _runtime: runtime }
    }
}

/// Passes one connection on, its first line without the folder; what is not in the folder is not there.
async fn pass_on(acceptor: &TlsAcceptor, stream: TcpStream, host: &str) -> std::io::Result<()> {
    let mut safe = acceptor.accept(stream).await?;
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        head.push(safe.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let (method, rest) = head.split_once(' ').unwrap_or_default();
    let Some(rest) = rest.strip_prefix(FOLDER) else {
        return safe.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").await;
    };
    let mut plain = TcpStream::connect(host).await?;
    plain.write_all(format!("{method} {rest}").as_bytes()).await?;
    copy_bidirectional(&mut safe, &mut plain).await?;
    safe.shutdown().await
}

/// Runs `gebeta online` in a pipe; what it says.
fn online(line: &str, input: &[u8], around: impl FnOnce(&mut Command)) -> String {
    let home = Home::new();
    let mut command = home.command(line);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    around(&mut command);
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let answer = child.wait_with_output().unwrap();
    String::from_utf8_lossy(&[answer.stdout, answer.stderr].concat()).into_owned()
}

#[test]
fn a_game_is_played_over_tls_and_in_a_folder() {
    let server = Server::start();
    let proxy = Proxy::before(server.address().host());
    let files = tempfile::tempdir().unwrap();
    let certificate = files.path().join("own.pem");
    std::fs::write(&certificate, &proxy.certificate).unwrap();
    let place = format!("https://localhost:{}{FOLDER}/", proxy.port);
    let line = format!("online {place} --new --opponent level1 --seat p1 --name Abebe");
    let trusting = |command: &mut Command| {
        command.env("SSL_CERT_FILE", &certificate);
    };
    let told = online(&line, b"3\nresign\n", trusting);
    assert!(told.contains(&format!("{place}g/")), "the link is one of the proxy: {told}");
    assert!(told.contains("resigned"), "{told}");

    let told = online(&line, b"", |_| {});
    assert!(told.contains("error["), "a certificate that nobody has signed: {told}");
    let strange = line.replace(FOLDER, "/elsewhere");
    assert!(online(&strange, b"", trusting).contains("error["), "nothing is there");

    // A server that speaks no TLS is told as such, and at once.
    let plain = format!("online https://{} --new --name Abebe", server.address().host());
    let told = online(&plain, b"", |_| {});
    assert!(told.contains("error[no-tls]") && !told.contains("connection is lost"), "{told}");

    // Who plays for an account brings a token, which a server knows or not.
    for token in ["nonsense", &"ab".repeat(32)] {
        let told = online(&line, b"", |command| {
            trusting(command);
            command.env("GEBETA_TOKEN", token);
        });
        assert!(told.contains("error[signed-out]"), "{told}");
    }
}
