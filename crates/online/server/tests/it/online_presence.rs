//! Presence: connected, left, and only reloading a page, in simulated time.

use std::time::Duration;

use gebeta_match::Stage;
use gebeta_protocol::{
    Action, ClientMessage, Code, CreateRequest, Ending, MoveId, Outcome, Phrase, SeatSecret, SeatWish,
    ServerMessage, Side, TimeControl,
};
use gebeta_server::limits;
use tokio::time::sleep;

use crate::simulated::client::{self, SERVERS};
use crate::simulated::{Database, Dice, Manner, Scene, Seat, begun, folder};
use crate::test_server;

const SERVER: &str = SERVERS[0];
const B_COMES: ServerMessage = ServerMessage::Presence { side: Side::B, online: true };
const B_GOES: ServerMessage = ServerMessage::Presence { side: Side::B, online: false };

/// Plays a scene that begins with two players at a game.
fn scene(players: impl AsyncFnOnce(Dice, [Seat; 2]) + 'static) {
    let (dice, folder) = (Dice::new(1), folder());
    let database = Database::steady(dice.clone(), Manner::Refuses, true);
    let chance = dice.clone();
    Scene::new(&database, &dice, &folder).run(async move {
        let seats = begun([SERVER; 2], &chance, TimeControl::None, SeatWish::One).await;
        players(chance, seats).await;
    });
}

fn mid(number: u8) -> MoveId {
    MoveId::new([number; 16])
}

fn play(mv: &str) -> Action {
    Action::Play { mv: mv.to_owned() }
}

#[test]
fn a_reconnected_player_learns_who_has_left_and_can_claim_the_game() {
    scene(async |dice, [mut one, mut two]| {
        one.insist(mid(1), play("1")).await;
        one.leave();
        two.leave();
        // No player was there to be told.
        sleep(Duration::from_millis(limits::PRESENCE_MS + 500)).await;
        one.connect().await;
        one.hears(&B_GOES, &[B_COMES]).await;
        assert_eq!(one.attempt(mid(2), Action::Claim).await, Err(Code::NotGone), "not for long enough");
        one.listen(Duration::from_millis(limits::CLAIM_MS)).await;
        assert_eq!(one.attempt(mid(3), Action::Claim).await, Ok(()));
        let Stage::Over(over) = one.game().stage() else { panic!("it is over") };
        assert_eq!((over.how, over.outcome), (Ending::Claimed, Some(Outcome::One)));
        // An open seat has no presence.
        let secret = SeatSecret::new([3; 16]);
        let request = CreateRequest { secret, ..test_server::request("gebeta", SeatWish::One) };
        let mut alone = Seat::enter(SERVER, client::make(&dice, &request).await).await;
        alone.hears(&ServerMessage::Presence { side: Side::A, online: true }, &[B_GOES, B_COMES]).await;
    });
}

#[test]
fn a_player_who_reloads_the_page_has_not_left() {
    scene(async |_, [mut one, mut two]| {
        one.hears(&B_COMES, &[]).await;
        for _ in 0..3 {
            two.leave();
            sleep(Duration::from_millis(200)).await;
            two.connect().await;
        }
        one.insist(mid(1), play("1")).await;
        two.say(&ClientMessage::Say { phrase: Phrase::Hello }).await;
        one.hears(&ServerMessage::Said { side: Side::B, phrase: Phrase::Hello }, &[B_COMES, B_GOES]).await;
        two.leave();
        one.hears(&B_GOES, &[B_COMES]).await;
    });
}
