//! What the build says about text files that are not right, and that the real ones are.

#[path = "../../build/catalog.rs"]
mod reader;

use reader::{Catalog, LANGUAGES, Source};

/// A catalog of one file `a.txt` in each language.
fn read(texts: [&str; 3]) -> Result<Catalog, Vec<String>> {
    let sources: Vec<_> = LANGUAGES
        .iter()
        .zip(texts)
        .map(|(language, text)| Source {
            language: language.code,
            name: format!("{}/a.txt", language.code),
            text: text.to_owned(),
        })
        .collect();
    Catalog::read(&sources)
}

#[track_caller]
fn check(texts: [&str; 3], faults: &[&str]) {
    assert_eq!(read(texts).err().unwrap_or_default(), faults);
}

const ARABIC: &str = "k[zero] = .\nk[one] = .\nk[two] = .\nk[few] = {n}\nk[many] = {n}\nk[other] = {n}";

#[test]
fn languages_may_order_arguments_as_they_like() {
    let catalog = read(["k = {a} to {b} and {a}", "k = {b} {a}", "k = {b} {a} {b}"]).ok().unwrap();
    let phrase = &catalog.phrases[0];
    assert_eq!(phrase.key, "k");
    assert_eq!(phrase.arguments, ["a", "b"]);
    assert_eq!(phrase.texts, [["{0} to {1} and {0}"], ["{1} {0}"], ["{1} {0} {1}"]]);
}

#[test]
fn a_form_that_a_language_lacks_is_its_other_form() {
    let catalog =
        read(["k[one] = one\nk[other] = {n}", "k[one] = {n}\nk[other] = {n}s", ARABIC]).ok().unwrap();
    assert_eq!(catalog.phrases[0].texts[0], ["{0}", "one", "{0}", "{0}", "{0}", "{0}"]);
    assert!(catalog.phrases[0].counts);
}

#[test]
fn long_texts_go_on_over_lines() {
    let catalog = read(["# why\n\nk = one\n   two\n  three\n", "k = a", "k = b"]).ok().unwrap();
    assert_eq!(catalog.phrases[0].texts[0], ["one two three"]);
}

#[test]
fn faults_name_file_and_line() {
    check(["\nk = a", "k = a", ""], &["en/a.txt:2: `k` is missing in `ar`"]);
    check(["", "k = a", ""], &["am/a.txt:1: `k` is not in English"]);
    check(["k = a\nk = b", "k = a", "k = a"], &["en/a.txt:2: `k` has been said before, in en/a.txt:1"]);
    check(["k = {a}", "k = {a}", "k = a"], &["ar/a.txt:1: `k` lacks {a}"]);
    check(["k = a", "k = {b}", "k = a"], &["am/a.txt:1: `k` has {b}, which is not in the English text"]);
    check(["k = {a", "k = a", "k = a"], &["en/a.txt:1: `k` has a brace that nothing opens or closes"]);
    check(
        ["k = {A}", "k = a", "k = a"],
        &["en/a.txt:1: `k` has {A}, which cannot be the name of an argument"],
    );
    check(["what", "", ""], &["en/a.txt:1: a line is written `key = text`"]);
    check(["k =", "", ""], &["en/a.txt:1: `k` says nothing"]);
    check(["Key = a", "", ""], &["en/a.txt:1: `Key` cannot be the name of a method"]);
    check(["move = a", "", ""], &["en/a.txt:1: `move` cannot be the name of a method"]);
    check(["\n  what", "", ""], &["en/a.txt:2: nothing stands above that this line could go on from"]);
}

#[test]
fn plural_forms_are_complete() {
    check(
        ["k[one] = {n}\nk[other] = {n}", "k[one] = {n}\nk[other] = {n}", "k[one] = {n}\nk[other] = {n}"],
        &["ar/a.txt:1: `k` needs the forms zero, one, two, few, many, other"],
    );
    check(
        ["k[one] = {n}\nk[other] = {n}", "k = {n}", ARABIC],
        &["am/a.txt:1: `k` needs the forms one, other"],
    );
    check(
        ["k[one] = 1\nk[other] = 2", "k[one] = 1\nk[other] = 2", &ARABIC.replace("{n}", "3")],
        &["en/a.txt:1: `k` has plural forms but no {n} to choose by"],
    );
    check(["k[lots] = a", "", ""], &["en/a.txt:1: `lots` is none of zero, one, two, few, many, other"]);
}

/// Every line of a language's text files, with the name of its file.
fn lines_of(language: &str) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("text").join(language);
    let files = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|file| file.expect("a file of the folder").path());
    let lines = files.flat_map(|file| {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let name = file.file_name().expect("a file has a name").to_string_lossy().into_owned();
        text.lines().map(|line| format!("{name}: {line}")).collect::<Vec<_>>()
    });
    lines.collect()
}

/// "لـ" before "اللاعب" must become "للاعب", which no text can do for a name; and Player 1 who throws a 2 is not "1 2".
#[test]
fn names_and_numbers_fit_into_the_sentences() {
    let wrong: Vec<_> = lines_of("ar").into_iter().filter(|line| line.contains(" لـ{")).collect();
    assert_eq!(wrong, [""; 0]);
    let wrong: Vec<_> = lines_of("am").into_iter().filter(|line| line.contains("} {")).collect();
    assert_eq!(wrong, [""; 0]);
}

/// One register, the polite one, and the name that Ethiopians give the game.
#[test]
fn amharic_is_polite_and_calls_the_game_gebeta() {
    let curt = ["ወርውር", "እለፍ", "ቀልብስ", "አዙር", "ጨርስ", "ቀጥል", "ሰርዝ", "አስቀምጥ", "አጥፋ", "ክፈት", "ሞክር", "ጀምር", "ቅዳ"];
    let is_wrong = |line: &String| {
        line.contains("ማንካላ") || line.split_whitespace().last().is_some_and(|word| curt.contains(&word))
    };
    let wrong: Vec<_> = lines_of("am").into_iter().filter(is_wrong).collect();
    assert_eq!(wrong, [""; 0]);
}
