//! Nodes notify each other over TLS, at a NATS server whose certificate is made for this test.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use gebeta_protocol::{ClusterEvent, MatchId};
use gebeta_server::Tasks;
use gebeta_server::cluster::NatsBus;
use gebeta_store::ports::Bus as _;
use gebeta_testkit::nats::Nats;
use tokio::time::timeout;

/// The address of the NATS server, for the process that trusts its certificate or does not.
const PLACE: &str = "GEBETA_TEST_NATS";

/// A process of its own, because what is trusted comes from its environment.
#[tokio::test]
async fn the_other_process() {
    let Ok(url) = std::env::var(PLACE) else { return };
    if let Err(bad) = NatsBus::check(&url).await {
        panic!("{bad}");
    }
    let event = ClusterEvent::Wrote { game: MatchId::new([7; 10]), revision: 3 };
    let (one, _rings) = NatsBus::start(&url, &Tasks::default()).unwrap();
    let (_two, mut events) = NatsBus::start(&url, &Tasks::default()).unwrap();
    // What is published before a node listens is lost.
    let heard = async {
        loop {
            one.publish(event);
            if let Ok(heard) = timeout(Duration::from_millis(50), events.recv()).await {
                return heard;
            }
        }
    };
    assert_eq!(timeout(Duration::from_secs(20), heard).await, Ok(Some(event)));
}

#[test]
fn nodes_notify_each_other_over_tls_with_a_trusted_certificate() {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [certificate, key] = ["cert.pem", "key.pem"].map(|name| folder.path().join(name));
    fs::write(&certificate, made.cert.pem()).unwrap();
    fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let Some(_nats) = Nats::start_tls(port, &certificate, &key) else { return };
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < Duration::from_secs(20), "NATS does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
    let run = |url: &str, trusts: bool| {
        let mut process = Command::new(std::env::current_exe().unwrap());
        process.args(["--exact", "online_nats_tls::the_other_process", "--nocapture"]).env(PLACE, url);
        if trusts {
            process.env("SSL_CERT_FILE", &certificate);
        }
        let output = process.output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let safe = format!("tls://localhost:{port}");
    let (passed, told) = run(&safe, true);
    assert!(passed, "{told}");
    let (passed, told) = run(&safe, false);
    assert!(!passed && told.contains("cannot be used") && told.contains("certificate"), "{told}");
}
