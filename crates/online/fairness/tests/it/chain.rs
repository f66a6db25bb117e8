//! The chain of envelopes: whoever changes, drops or adds a link is found out.

use gebeta_fairness::{ByRole, Chain, Digest, FairnessError, Link};

/// The head after the game of the other vectors.
const VECTOR: &str = "80d0413a29a339a6fefaefea26cc60cee2e664623afeee5135a30e24886f265e";

/// A chain of so many games, as its pages tell it.
fn pages(games: u64) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    for n in 0..games {
        let seal = |letter: u8| Digest::of(&[&[letter], &n.to_be_bytes()]);
        let seals = ByRole { server: seal(b'S'), a: seal(b'A'), b: seal(b'B') };
        let head = links.last().map_or(Link::START, |last| last.head);
        links.push(Link::after(n, &head, &format!("{n:020x}"), seals));
    }
    links
}

fn text(links: &[Link]) -> String {
    links.iter().map(|link| format!("{link}\n")).collect()
}

#[test]
fn the_first_link_is_what_the_page_says() {
    let seals = ByRole {
        server: "ee3f78236e08a0db8c1b4106062b1c3b388c93baf27dd7ed373b0377524af47e".parse().unwrap(),
        a: "983b0628c6004909b31bd2c4c85e9d4c564cbc2adccdaed595f7692672dbf2e4".parse().unwrap(),
        b: "6f4e7d8aaddf9b298577e4b7ccca3819a67bf36a2570da1491f64867de1bea6d".parse().unwrap(),
    };
    let link = Link::after(0, &Link::START, "G0000001", seals);
    assert_eq!((link.place, link.head.to_string().as_str()), (1, VECTOR));
    let page = include_str!("../../../../../docs/playing/fair.md");
    assert!(page.contains(VECTOR), "docs/playing/fair.md has the vector");
}

#[test]
fn a_chain_is_read_as_it_was_written_also_from_the_middle() {
    let links = pages(20);
    let chain = Chain::read(&text(&links)).unwrap();
    assert_eq!(chain.links(), links);
    let part = Chain::read(&text(&links[7..])).unwrap();
    assert!(part.holds(20, &links[19].head) && !part.holds(19, &links[19].head));
    assert_eq!(Chain::read("").unwrap().links(), []);
}

#[test]
fn whatever_is_changed_dropped_added_or_swapped_is_found() {
    let links = pages(6);
    let whole = text(&links);
    for place in 0..whole.len() {
        let mut bytes = whole.clone().into_bytes();
        bytes[place] ^= 1;
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        let read = Chain::read(&changed);
        assert!(matches!(read, Err(FairnessError::Link(_))), "byte {place}: {read:?}");
    }
    let without = [&links[..2], &links[3..]].concat();
    assert_eq!(Chain::read(&text(&without)), Err(FairnessError::Link(3)));
    let mut swapped = links.clone();
    swapped.swap(1, 2);
    assert_eq!(Chain::read(&text(&swapped)), Err(FairnessError::Link(2)));
    // Who throws the third game away and makes the chain anew has another head than was told.
    let mut anew: Vec<Link> = Vec::new();
    for link in &without {
        let (place, head) = anew.last().map_or((0, Link::START), |last| (last.place, last.head));
        anew.push(Link::after(place, &head, &link.game, link.seals));
    }
    let anew = Chain::read(&text(&anew)).unwrap();
    assert!(links[2..].iter().all(|link| !anew.holds(link.place, &link.head)));
}
