use gebeta_protocol::{
    AnalyseRequest, Analysis, ChainStatus, ClockView, Code, CreateRequest, Credentials, Endgame,
    EndgameRequest, Export, Farewell, JoinRequest, LeaderboardEntry, LobbyEntry, MatchView, Me, PairRequest,
    PasswordChange, Profile, Recovery, RecoveryCodes, StatisticsLine, Ticket, TokenMade, TokenRequest,
    TokenView,
};

use super::operation::{Access, Body, Method, Operation, SchemaType};

const fn get(path: &'static str, about: &'static str, answer: Body) -> Operation {
    Operation { method: Method::Get, path, about, access: Access::Anybody, body: None, answer, codes: &[] }
}

const fn post(path: &'static str, about: &'static str, body: SchemaType, answer: Body) -> Operation {
    Operation { method: Method::Post, body: Some(body), ..get(path, about, answer) }
}

const fn delete(path: &'static str, about: &'static str) -> Operation {
    Operation { method: Method::Delete, ..get(path, about, Body::Nothing) }
}

const TICKET: Body = Body::One(SchemaType::of::<Ticket>());
const ME: Body = Body::One(SchemaType::of::<Me>());

/// All operations, without the files of the page itself.
pub const OPERATIONS: &[Operation] = &[
    get("/healthz", "Whether the server runs.", Body::Text("text/plain; charset=utf-8")),
    get(
        "/readyz",
        "Whether moves can be stored now, and no search is stuck.",
        Body::Text("text/plain; charset=utf-8"),
    ),
    get("/api/", "This page.", Body::Text("text/html; charset=utf-8")),
    get("/api/page.css", "The style sheet of this page.", Body::Text("text/css")),
    get("/api/openapi.json", "This document for programs.", Body::Text("application/json")),
    get("/api/rules", "The operator's rule files.", Body::Text("application/json")),
    get(
        "/api/status",
        "A summary of the public chain of commitments: how many games were sealed, how many are not revealed, the last head.",
        Body::One(SchemaType::of::<ChainStatus>()),
    ),
    Operation {
        codes: &[Code::BadMessage],
        ..get(
            "/api/chain",
            "A page of the public chain of commitments, a line for each game: PLACE GAME S A B HEAD; ?after=PLACE for the next.",
            Body::Text("text/plain; charset=utf-8"),
        )
    },
    get("/api/lobby", "The open games, the latest first.", Body::List(SchemaType::of::<LobbyEntry>())),
    get(
        "/api/running",
        "Games of the lobby that are being played on this server and that anybody may watch; at most 20.",
        Body::List(SchemaType::of::<MatchView>()),
    ),
    Operation {
        access: Access::MaybeSignedIn,
        codes: &[
            Code::BadRules,
            Code::BadClock,
            Code::BadBot,
            Code::UsedId,
            Code::TooMany,
            Code::NameTaken,
            Code::SignedOut,
        ],
        ..post(
            "/api/games",
            "Makes a game and takes a seat in it.",
            SchemaType::of::<CreateRequest>(),
            TICKET,
        )
    },
    Operation {
        access: Access::MaybeSignedIn,
        codes: &[Code::BadRules, Code::BadClock, Code::TooMany, Code::NameTaken, Code::SignedOut],
        ..post(
            "/api/pair",
            "Joins an open game with these rules and this clock, or makes one.",
            SchemaType::of::<PairRequest>(),
            TICKET,
        )
    },
    Operation {
        codes: &[Code::NotFound, Code::Damaged],
        ..get(
            "/g/{game}",
            "The link to a game: a preview for messengers, which redirects people to the game. 404 is a page too.",
            Body::Text("text/html; charset=utf-8"),
        )
    },
    Operation {
        codes: &[Code::NotFound, Code::Damaged],
        ..get("/g/{game}/board.png", "A picture of its board, 1200 by 630.", Body::Text("image/png"))
    },
    get(
        "/verify",
        "A page that verifies the throws of a stored game in the browser, without requests.",
        Body::Text("text/html; charset=utf-8"),
    ),
    Operation {
        codes: &[Code::NotFound, Code::Damaged],
        ..get("/api/games/{game}", "The public view of a game.", Body::One(SchemaType::of::<MatchView>()))
    },
    Operation {
        codes: &[Code::NotFound, Code::Damaged],
        ..get(
            "/api/games/{game}/clock",
            "What the players have left at the moment of the answer, and whose time runs.",
            Body::One(SchemaType::of::<ClockView>()),
        )
    },
    Operation {
        access: Access::MaybeSignedIn,
        codes: &[
            Code::NotFound,
            Code::Damaged,
            Code::SeatTaken,
            Code::SameName,
            Code::Over,
            Code::NameTaken,
            Code::SignedOut,
        ],
        ..post("/api/games/{game}/join", "Takes the free seat.", SchemaType::of::<JoinRequest>(), TICKET)
    },
    Operation {
        codes: &[Code::NotFound, Code::Damaged],
        ..get(
            "/api/games/{game}/record",
            "The record of a game, after its end with what is needed to verify it.",
            Body::Text("text/plain; charset=utf-8"),
        )
    },
    Operation {
        codes: &[Code::NotFound, Code::BadMessage, Code::Foreign, Code::Full],
        ..get(
            "/api/games/{game}/socket",
            "Plays or watches: a WebSocket (docs/developing/protocol.md).",
            Body::Socket,
        )
    },
    Operation {
        access: Access::MaybeSignedIn,
        codes: &[Code::BadRules, Code::BadPosition, Code::BadRecord, Code::Full, Code::SignedOut],
        ..post(
            "/api/analyse",
            "The value of every move of a position, and of every move of a record. One request at a time, of at most 288 stones, \
             answered within 5 s.",
            SchemaType::of::<AnalyseRequest>(),
            Body::One(SchemaType::of::<Analysis>()),
        )
    },
    Operation {
        access: Access::MaybeSignedIn,
        codes: &[Code::BadRules, Code::BadPosition, Code::Full, Code::SignedOut],
        ..post(
            "/api/endgame",
            "The exact value of a position of at most 288 stones, if a table of the server or a short proof has it.",
            SchemaType::of::<EndgameRequest>(),
            Body::One(SchemaType::of::<Endgame>()),
        )
    },
    Operation {
        codes: &[Code::BadPassword, Code::NameTaken, Code::Full],
        ..post(
            "/api/account",
            "Signs up and in. The answer has the recovery codes, this once.",
            SchemaType::of::<Credentials>(),
            ME,
        )
    },
    Operation {
        access: Access::SignedIn,
        codes: &[Code::SignedOut],
        ..get("/api/account", "The signed-in account.", ME)
    },
    Operation {
        access: Access::InPerson,
        body: Some(SchemaType::of::<Farewell>()),
        codes: &[Code::SignedOut, Code::WrongLogin, Code::Full],
        ..delete("/api/account", "Deletes the account; its games stay without its name.")
    },
    Operation {
        access: Access::InPerson,
        codes: &[Code::SignedOut],
        ..get("/api/account/export", "All stored data of the account.", Body::One(SchemaType::of::<Export>()))
    },
    Operation {
        access: Access::SignedIn,
        codes: &[Code::SignedOut],
        ..get(
            "/api/account/statistics",
            "Results by rule set and opponent; what was played most often comes first.",
            Body::List(SchemaType::of::<StatisticsLine>()),
        )
    },
    Operation {
        access: Access::InPerson,
        codes: &[Code::SignedOut, Code::WrongLogin, Code::BadPassword, Code::Full],
        ..post(
            "/api/account/password",
            "Changes the password. Closes all other sessions and revokes all tokens; the answer sets a new cookie.",
            SchemaType::of::<PasswordChange>(),
            ME,
        )
    },
    Operation {
        access: Access::InPerson,
        codes: &[Code::SignedOut, Code::WrongLogin, Code::Full],
        ..post(
            "/api/account/recovery",
            "Replaces the recovery codes. They are shown this once.",
            SchemaType::of::<Farewell>(),
            Body::One(SchemaType::of::<RecoveryCodes>()),
        )
    },
    Operation {
        access: Access::InPerson,
        codes: &[Code::SignedOut],
        ..delete("/api/sessions", "Closes all sessions and their sockets.")
    },
    Operation {
        codes: &[Code::WrongLogin, Code::Full],
        ..post("/api/session", "Signs in; the answer sets a cookie.", SchemaType::of::<Credentials>(), ME)
    },
    Operation {
        codes: &[Code::WrongLogin, Code::BadPassword, Code::Full],
        ..post(
            "/api/session/recovery",
            "Signs in with a recovery code, which is used up, and sets a new password. Closes all other sessions and revokes all tokens.",
            SchemaType::of::<Recovery>(),
            ME,
        )
    },
    delete("/api/session", "Closes the session and its sockets."),
    Operation {
        codes: &[Code::NotFound, Code::BadMessage],
        ..get(
            "/api/players/{name}",
            "The public profile of an account: ratings, statistics, the latest games; ?before=TIME for older ones.",
            Body::One(SchemaType::of::<Profile>()),
        )
    },
    Operation {
        codes: &[Code::NotFound, Code::BadMessage],
        ..get(
            "/api/leaderboard/{rules}",
            "The best players of a rule set, without provisional ratings; ?page=N for the next ones.",
            Body::List(SchemaType::of::<LeaderboardEntry>()),
        )
    },
    Operation {
        access: Access::InPerson,
        codes: &[Code::SignedOut],
        ..get("/api/tokens", "The tokens of the account.", Body::List(SchemaType::of::<TokenView>()))
    },
    Operation {
        access: Access::InPerson,
        codes: &[Code::SignedOut, Code::TooMany],
        ..post(
            "/api/tokens",
            "Makes a token with which a program plays for the account. It is shown this once.",
            SchemaType::of::<TokenRequest>(),
            Body::One(SchemaType::of::<TokenMade>()),
        )
    },
    Operation {
        access: Access::InPerson,
        codes: &[Code::SignedOut, Code::NotFound],
        ..delete("/api/tokens/{token}", "Revokes a token.")
    },
];
