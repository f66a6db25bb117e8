//! The page that checks games without our program (`docs/verify.html`) agrees with it. It runs in Node, whose
//! cryptography is the browsers'; where there is no Node nothing is compared.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

use std::process::Command;

const PAGE: &str = include_str!("../../../docs/verify.html");
const GAME: &str = include_str!("../../../testdata/fair/senet.gebeta");

/// What the page's own script says when `ask` is put behind it.
fn ask(ask: &str) -> Option<String> {
    let script = PAGE.split("<script id=\"check\">").nth(1).unwrap().split("</script>").next().unwrap();
    let program = format!("{script}\n(async () => {{ {ask} }})()");
    let told = Command::new("node").args(["-e", &program]).output().ok()?;
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
         console.log(hex(await seal('S', 'G0000001', s)), hex(key), throws.join(''))",
    ) else {
        return;
    };
    assert_eq!(
        told,
        "ee3f78236e08a0db8c1b4106062b1c3b388c93baf27dd7ed373b0377524af47e \
         41fef2c96e5db4d64935cda6262f2e34c5494608666d6e74a3cce9c7b47526a0 2212523311231124"
    );
}

#[test]
fn the_page_and_the_program_say_the_same_of_a_game() {
    let throws = gebeta_fair::verify(GAME).unwrap().throws.to_string();
    let check = |text: &str| {
        ask(&format!(
            "await check({text:?}).then((throws) => console.log(throws), (wrong) => console.log(wrong.message))"
        ))
    };
    let Some(told) = check(GAME) else { return };
    assert_eq!(told, throws);
    let touched = GAME.replacen("Abebe", "Abeba", 1);
    assert_eq!(check(&touched).unwrap(), "the file was changed after the server wrote it");
}
