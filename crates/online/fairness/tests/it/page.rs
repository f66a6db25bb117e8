//! The page that checks games without our program (`docs/playing/verify.html`) agrees with it. It runs in Node, whose
//! cryptography is the browsers'; where there is no Node this is said, and fails in CI.

use std::process::Command;

const PAGE: &str = include_str!("../../../../../docs/playing/verify.html");
const GAME: &str = include_str!("../../../../../testdata/fair/senet.gebeta");

const HEADS: &str = include_str!("../../../../../testdata/fair/coin-heads.gebeta");
const TAILS: &str = include_str!("../../../../../testdata/fair/coin-tails.gebeta");

/// What the page's own script says when `ask` is put behind it.
fn ask(ask: &str) -> Option<String> {
    let script = PAGE.split("<script id=\"check\">").nth(1).unwrap().split("</script>").next().unwrap();
    let program = format!("{script}\n(async () => {{ {ask} }})()");
    let Ok(told) = Command::new("node").args(["-e", &program]).output() else {
        gebeta_testkit::tools::missing("node");
        return None;
    };
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    Some(String::from_utf8(told.stdout).unwrap().trim().to_owned())
}

#[test]
fn the_page_knows_the_published_vectors() {
    let Some(told) = ask(
        "const s = Uint8Array.from({ length: 32 }, (_, n) => n), a = new Uint8Array(32).fill(0xaa), b = new Uint8Array(32).fill(0xbb);
         const key = await mix('G0000001', s, a, b, await sha(bytes('kendall')));
         const throws = [];
         for (let n = 0; n < 16; n++) throws.push(count(await sticks(key, n), 5));
         console.log(hex(await seal('S', 'G0000001', s)), hex(key), throws.join(''), await coin(key, 0), await coin(key, 1), await coin(key, 3))",
    ) else {
        return;
    };
    assert_eq!(
        told,
        "ee3f78236e08a0db8c1b4106062b1c3b388c93baf27dd7ed373b0377524af47e \
         41fef2c96e5db4d64935cda6262f2e34c5494608666d6e74a3cce9c7b47526a0 2212523311231124 1 1 0"
    );
}

/// What the page says of a game.
fn check(text: &str) -> Option<String> {
    ask(&format!(
        "await check({text:?}).then((throws) => console.log(throws), (wrong) => console.log(wrong.message))"
    ))
}

#[test]
fn the_page_and_the_program_say_the_same_of_a_game() {
    let throws = gebeta_fairness::verify(GAME).unwrap().throws.to_string();
    let Some(told) = check(GAME) else { return };
    assert_eq!(told, throws);
    let touched = GAME.replacen("Abebe", "Abeba", 1);
    assert_eq!(check(&touched).unwrap(), "the file was changed after the server wrote it");
}

#[test]
fn the_page_and_the_program_say_the_same_of_a_coin() {
    // Made by an independent program. The coin for the seats fell the other way, so nobody mixes up the two.
    for game in [HEADS, TAILS] {
        let verdict = gebeta_fairness::verify(game).unwrap();
        assert!(verdict.first.is_some());
        let Some(told) = check(game) else { return };
        assert_eq!(told, "0");
        let fell = |side: &str| format!("[Coin \"heads {side}\"]");
        let (heads, tails) = (fell("heads"), fell("tails"));
        let forged = if game.contains(&heads) {
            game.replacen(&heads, &tails, 1)
        } else {
            game.replacen(&tails, &heads, 1)
        };
        for (forged, wrong) in [
            (forged, "the coin for the first move fell otherwise"),
            (other_first(game), "another began than the coin says"),
        ] {
            assert_eq!(check(&cover(&forged)).unwrap(), wrong);
            assert!(gebeta_fairness::verify(&cover(&forged)).is_err());
        }
    }
}

/// The start with the other player to move.
fn other_first(game: &str) -> String {
    let (one, two) = ("4,0 1\"]", "4,0 2\"]");
    if game.contains(one) { game.replacen(one, two, 1) } else { game.replacen(two, one, 1) }
}

/// Covers a changed text with a digest that fits, as a forger would.
fn cover(text: &str) -> String {
    let rest: String = text.split_inclusive('\n').filter(|line| !line.starts_with("[FairDigest")).collect();
    let digest = gebeta_fairness::Digest::of(&[rest.as_bytes()]);
    rest.replacen("\n\n", &format!("\n[FairDigest \"{digest}\"]\n\n"), 1)
}
