use gebeta_protocol::{
    AnalyseRequest, Analysis, ChainStatus, Code, CreateRequest, Credentials, Endgame, EndgameRequest, Export,
    Farewell, JoinRequest, LobbyEntry, MatchView, Me, PairRequest, PasswordChange, Profile, Recovery,
    RecoveryCodes, StatisticsLine, Ticket, TokenMade, TokenRequest, TokenView,
};

use super::operation::{Answer, Method, Operation, Shape, Who};

const fn get(path: &'static str, about: &'static str, answer: Answer) -> Operation {
    Operation { method: Method::Get, path, about, who: Who::Anybody, body: None, answer, codes: &[] }
}

const fn post(path: &'static str, about: &'static str, body: Shape, answer: Answer) -> Operation {
    Operation { method: Method::Post, body: Some(body), ..get(path, about, answer) }
}

const fn delete(path: &'static str, about: &'static str) -> Operation {
    Operation { method: Method::Delete, ..get(path, about, Answer::Nothing) }
}

const TICKET: Answer = Answer::One(Shape::of::<Ticket>());
const ME: Answer = Answer::One(Shape::of::<Me>());

/// Everything that can be asked, but for the files of the page itself.
pub const OPERATIONS: &[Operation] = &[
    get("/healthz", "Says that the server lives.", Answer::Text("text/plain; charset=utf-8")),
    get(
        "/readyz",
        "Says whether a move could be kept now, and no search is stuck.",
        Answer::Text("text/plain; charset=utf-8"),
    ),
    get("/api/", "This page.", Answer::Text("text/html; charset=utf-8")),
    get("/api/page.css", "How it looks.", Answer::Text("text/css")),
    get("/api/openapi.json", "The same for programs: this document.", Answer::Text("application/json")),
    get("/api/rules", "The rule files of whoever runs the server.", Answer::Text("application/json")),
    get(
        "/api/status",
        "The public chain of envelopes: how many games were sealed, how many are not opened, the last head.",
        Answer::One(Shape::of::<ChainStatus>()),
    ),
    Operation {
        codes: &[Code::BadMessage],
        ..get(
            "/api/chain",
            "A page of the public chain of envelopes, a line for each game: PLACE GAME S A B HEAD; ?after=PLACE for the next.",
            Answer::Text("text/plain; charset=utf-8"),
        )
    },
    get(
        "/api/lobby",
        "The games that wait for anybody, the latest first.",
        Answer::List(Shape::of::<LobbyEntry>()),
    ),
    Operation {
        who: Who::MaybeSignedIn,
        codes: &[
            Code::BadRules,
            Code::BadClock,
            Code::BadBot,
            Code::UsedId,
            Code::TooMany,
            Code::NameTaken,
            Code::SignedOut,
        ],
        ..post("/api/games", "Makes a game and takes a seat in it.", Shape::of::<CreateRequest>(), TICKET)
    },
    Operation {
        who: Who::MaybeSignedIn,
        codes: &[Code::BadRules, Code::BadClock, Code::TooMany, Code::NameTaken, Code::SignedOut],
        ..post(
            "/api/pair",
            "Joins an open game with these rules and this clock, or makes one.",
            Shape::of::<PairRequest>(),
            TICKET,
        )
    },
    Operation {
        codes: &[Code::NotFound, Code::Damaged],
        ..get(
            "/g/{game}",
            "The link to a game: words for whoever shows a preview, and the way to the game for people. An unknown one is a page too.",
            Answer::Text("text/html; charset=utf-8"),
        )
    },
    Operation {
        codes: &[Code::NotFound, Code::Damaged],
        ..get("/g/{game}/board.png", "A picture of its board, 1200 by 630.", Answer::Text("image/png"))
    },
    get(
        "/verify",
        "A page that checks the envelopes of a stored game in the browser, and asks nobody.",
        Answer::Text("text/html; charset=utf-8"),
    ),
    Operation {
        codes: &[Code::NotFound, Code::Damaged],
        ..get("/api/games/{game}", "A game as anybody may see it.", Answer::One(Shape::of::<MatchView>()))
    },
    Operation {
        who: Who::MaybeSignedIn,
        codes: &[
            Code::NotFound,
            Code::Damaged,
            Code::SeatTaken,
            Code::SameName,
            Code::Over,
            Code::NameTaken,
            Code::SignedOut,
        ],
        ..post("/api/games/{game}/join", "Takes the free seat.", Shape::of::<JoinRequest>(), TICKET)
    },
    Operation {
        codes: &[Code::NotFound, Code::Damaged],
        ..get(
            "/api/games/{game}/record",
            "The record of a game, after its end with the envelopes to check it by.",
            Answer::Text("text/plain; charset=utf-8"),
        )
    },
    Operation {
        codes: &[Code::NotFound, Code::BadMessage, Code::Foreign, Code::Full],
        ..get(
            "/api/games/{game}/socket",
            "Plays or watches: a WebSocket (docs/developing/protocol.md).",
            Answer::Socket,
        )
    },
    Operation {
        who: Who::MaybeSignedIn,
        codes: &[Code::BadRules, Code::BadPosition, Code::BadRecord, Code::Full, Code::SignedOut],
        ..post(
            "/api/analyse",
            "What every move of a position is worth, and every move of a record. One question at a time, of at most 288 stones, \
             answered within 5 s.",
            Shape::of::<AnalyseRequest>(),
            Answer::One(Shape::of::<Analysis>()),
        )
    },
    Operation {
        who: Who::MaybeSignedIn,
        codes: &[Code::BadRules, Code::BadPosition, Code::Full, Code::SignedOut],
        ..post(
            "/api/endgame",
            "The exact worth of a position of at most 288 stones, where a table of the server or a short proof knows it.",
            Shape::of::<EndgameRequest>(),
            Answer::One(Shape::of::<Endgame>()),
        )
    },
    Operation {
        codes: &[Code::BadPassword, Code::NameTaken, Code::Full],
        ..post(
            "/api/account",
            "Signs up, and in. The answer has the recovery codes, this once.",
            Shape::of::<Credentials>(),
            ME,
        )
    },
    Operation {
        who: Who::SignedIn,
        codes: &[Code::SignedOut],
        ..get("/api/account", "Who is signed in.", ME)
    },
    Operation {
        who: Who::InPerson,
        body: Some(Shape::of::<Farewell>()),
        codes: &[Code::SignedOut, Code::WrongLogin, Code::Full],
        ..delete("/api/account", "Deletes the account; its games stay, without its name.")
    },
    Operation {
        who: Who::InPerson,
        codes: &[Code::SignedOut],
        ..get(
            "/api/account/export",
            "Everything that is kept of the account.",
            Answer::One(Shape::of::<Export>()),
        )
    },
    Operation {
        who: Who::SignedIn,
        codes: &[Code::SignedOut],
        ..get(
            "/api/account/statistics",
            "How the account has fared, by rule set and opponent; what was played most often comes first.",
            Answer::List(Shape::of::<StatisticsLine>()),
        )
    },
    Operation {
        who: Who::InPerson,
        codes: &[Code::SignedOut, Code::WrongLogin, Code::BadPassword, Code::Full],
        ..post(
            "/api/account/password",
            "Another password. Signs out everywhere else and revokes all tokens: the answer brings a new cookie.",
            Shape::of::<PasswordChange>(),
            ME,
        )
    },
    Operation {
        who: Who::InPerson,
        codes: &[Code::SignedOut, Code::WrongLogin, Code::Full],
        ..post(
            "/api/account/recovery",
            "New recovery codes instead of those there were. They are told this once.",
            Shape::of::<Farewell>(),
            Answer::One(Shape::of::<RecoveryCodes>()),
        )
    },
    Operation {
        who: Who::InPerson,
        codes: &[Code::SignedOut],
        ..delete("/api/sessions", "Signs out everywhere, and closes the sockets that were opened so.")
    },
    Operation {
        codes: &[Code::WrongLogin, Code::Full],
        ..post("/api/session", "Signs in: the answer brings a cookie.", Shape::of::<Credentials>(), ME)
    },
    Operation {
        codes: &[Code::WrongLogin, Code::BadPassword, Code::Full],
        ..post(
            "/api/session/recovery",
            "Signs in with a recovery code, which is used up, and a new password. Signs out everywhere else and revokes all tokens.",
            Shape::of::<Recovery>(),
            ME,
        )
    },
    delete("/api/session", "Signs out, and closes the sockets that were opened so."),
    Operation {
        codes: &[Code::NotFound, Code::BadMessage],
        ..get(
            "/api/players/{name}",
            "What everybody may know of an account: ratings, statistics, the latest games; ?before=TIME for older ones.",
            Answer::One(Shape::of::<Profile>()),
        )
    },
    Operation {
        who: Who::InPerson,
        codes: &[Code::SignedOut],
        ..get("/api/tokens", "The tokens of the account.", Answer::List(Shape::of::<TokenView>()))
    },
    Operation {
        who: Who::InPerson,
        codes: &[Code::SignedOut, Code::TooMany],
        ..post(
            "/api/tokens",
            "Makes a token with which a program plays for the account. It is told this once.",
            Shape::of::<TokenRequest>(),
            Answer::One(Shape::of::<TokenMade>()),
        )
    },
    Operation {
        who: Who::InPerson,
        codes: &[Code::SignedOut, Code::NotFound],
        ..delete("/api/tokens/{token}", "Revokes a token.")
    },
];
