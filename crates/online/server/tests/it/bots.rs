//! The example of docs/developing/api.md plays: two programs with tokens, a whole game of each family. And what happens when too many
//! computers of the server think.

#[path = "../../../client/examples/bot.rs"]
mod bot;

use gebeta_client::{Address, ClientError};
use gebeta_protocol::{Code, CreateRequest, Profile, SeatWish, Ticket};
use gebeta_server::config::{Quotas, ServerSettings};
use serde_json::json;

use crate::browser::Browser;
use crate::test_server::{self, TestServer};

fn signed_up(server: &TestServer, name: &str) -> Address {
    let mut page = Browser::at(server);
    page.post("/api/account", &json!({ "name": name, "password": "correct horse" })).ok();
    let made = page.post("/api/tokens", &json!({ "label": "bot" })).ok().json();
    server.address().with_token(made["token"].as_str().unwrap().parse().unwrap())
}

#[test]
fn two_programs_find_each_other_and_play_to_the_end() {
    let quotas = Quotas { rated_per_pair_of_one_network: 9, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    let bots = [signed_up(&server, "Deep Gebeta"), signed_up(&server, "Senet Fish")];
    for rules in ["gebeta", "kendall"] {
        let games = bots.clone().map(|bot| std::thread::spawn(move || bot::play(bot, rules)));
        let told = games.map(|game| game.join().unwrap().unwrap());
        assert_eq!(told[0], told[1]);
        assert!(told[0].starts_with("board: Some("), "{told:?}");
    }
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    loop {
        let text = server.address().get("/api/players/deep%20gebeta").unwrap();
        let profile: Profile = serde_json::from_str(&text).unwrap();
        if profile.history.len() == 2 {
            assert_eq!(profile.ratings.len(), 2, "{text}");
            assert_eq!(
                profile.history.iter().map(|game| game.opponent.to_string()).collect::<Vec<_>>(),
                ["Senet Fish"; 2]
            );
            break;
        }
        assert!(std::time::Instant::now() < until, "{text}");
        // Requests without a pause would reach the rate limit.
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn the_example_is_as_the_page_shows_it() {
    let page = include_str!("../../../../../docs/developing/api.md");
    let code = include_str!("../../../client/examples/bot.rs");
    assert!(page.contains(&format!("```rust\n{code}```")), "docs/developing/api.md shows another program");
}

/// Two computer players search at once, some more wait; further games against one are refused.
#[test]
fn a_game_against_a_computer_is_refused_when_too_many_search() {
    let quotas = Quotas { new_games: u32::MAX, questions: u32::MAX, ..Quotas::default() };
    let server = TestServer::with(ServerSettings { quotas, ..ServerSettings::default() });
    let ask = || {
        let opponent = Some("perfect".parse().unwrap());
        let request = CreateRequest { opponent, ..test_server::request("gebeta", SeatWish::Two) };
        let made = server.address().post::<Ticket>("/api/games", &request);
        // The search starts when the game is looked at.
        made.inspect(|ticket| drop(server.address().get(&format!("/api/games/{}", ticket.game))))
    };
    let refused = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..8).map(|_| scope.spawn(|| (0..100).find_map(|_| ask().err()))).collect();
        asking.into_iter().find_map(|asking| asking.join().unwrap())
    });
    assert!(matches!(refused, Some(ClientError::Refused(Code::Unavailable))), "{refused:?}");
    assert_eq!(Code::Unavailable.status(), 503);
}
