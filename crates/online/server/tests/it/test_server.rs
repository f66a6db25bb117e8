//! A real server on a real socket, in this process, with its games in a temporary folder.

pub(crate) mod fault_injector;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fault_injector::{Fault, FaultInjector, FaultyAccounts, FaultyBus, FaultyStore};
use tempfile::TempDir;

use gebeta_client::{Address, GameClient, draw_secret};
use gebeta_match::Match;
use gebeta_protocol::{Action, CreateRequest, JoinRequest, Profile, SeatWish, Ticket, TimeControl};
use gebeta_rules::{AnyPosition, Game as _};
use gebeta_server::accounts::AccountService;
use gebeta_server::config::ServerSettings;
use gebeta_server::games::GameService;
use gebeta_server::{App, RuleFolder, Tasks, WebBundle, app, bus, run};
use gebeta_server::{SystemTime, Time};
use gebeta_store::accounts::Accounts;
use gebeta_store::online::{PostgresLogs, SqliteLogs};
use gebeta_store::ports::MatchStore;

pub(crate) struct TestServer {
    folder: TempDir,
    /// Where the games are kept if there is no PostgreSQL.
    database: PathBuf,
    server: Option<Server>,
    settings: ServerSettings,
    /// What stands before the store.
    faults: FaultInjector,
    /// What stands before the accounts.
    pub(crate) account_faults: FaultInjector,
    /// Faults of the bus; a lost answer publishes twice.
    pub(crate) bus_faults: FaultInjector,
    /// The PostgreSQL that keeps the games; a SQLite file if there is none.
    postgres: Option<String>,
    /// How far the server's clock is ahead, in milliseconds.
    ahead: Arc<AtomicU64>,
    /// How wrong the machine's clock is, in milliseconds.
    wrong: i64,
}

/// A clock that can be set forward.
#[derive(Debug)]
struct Watch {
    real: SystemTime,
    ahead: Arc<AtomicU64>,
}

impl Time for Watch {
    fn now(&self) -> u64 {
        self.real.now() + self.ahead.load(Ordering::SeqCst)
    }
}

struct Server {
    address: SocketAddr,
    stop: tokio::sync::oneshot::Sender<()>,
    kill: tokio::sync::oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl TestServer {
    pub(crate) fn open() -> Self {
        Self::with(ServerSettings::default())
    }

    pub(crate) fn with(settings: ServerSettings) -> Self {
        Self::faulty(settings, FaultInjector::default())
    }

    /// A node on a PostgreSQL that others may use too.
    pub(crate) fn on(postgres: &str, settings: ServerSettings) -> Self {
        Self::wrong(0, postgres, settings)
    }

    /// The same on a machine whose clock is wrong by so many milliseconds.
    pub(crate) fn wrong(by: i64, postgres: &str, settings: ServerSettings) -> Self {
        Self::build(settings, FaultInjector::default(), Some(postgres.to_owned()), by)
    }

    /// A server whose store does as `faults` says.
    pub(crate) fn faulty(settings: ServerSettings, faults: FaultInjector) -> Self {
        Self::build(settings, faults, None, 0)
    }

    /// The same on a PostgreSQL that others may use too.
    pub(crate) fn faulty_on(postgres: &str, settings: ServerSettings, faults: FaultInjector) -> Self {
        Self::build(settings, faults, Some(postgres.to_owned()), 0)
    }

    fn build(settings: ServerSettings, faults: FaultInjector, postgres: Option<String>, wrong: i64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("web")).unwrap();
        std::fs::write(folder.path().join("web/index.html"), "the page").unwrap();
        let database = folder.path().join("online.db");
        let mut server = Self {
            folder,
            database,
            server: None,
            settings,
            faults,
            account_faults: FaultInjector::default(),
            bus_faults: FaultInjector::default(),
            postgres,
            ahead: Arc::default(),
            wrong,
        };
        server.start("127.0.0.1:0");
        server
    }

    fn start(&mut self, address: &str) {
        let (told, tell) = mpsc::channel();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let (kill, killed) = tokio::sync::oneshot::channel();
        let site = WebBundle::folder(self.folder.path().join("web")).unwrap();
        let path = self.database.clone();
        let postgres = self.postgres.clone();
        let address = address.to_owned();
        let (settings, faults, ahead) = (self.settings.clone(), self.faults.clone(), Arc::clone(&self.ahead));
        let (account_faults, bus_faults) = (self.account_faults.clone(), self.bus_faults.clone());
        let own = SystemTime::new().now().saturating_add_signed(self.wrong);
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind(address).await.unwrap();
                let mut notifier = None;
                let (logs, accounts, now): (Arc<dyn MatchStore>, Arc<dyn Accounts>, u64) = match &postgres {
                    Some(url) => {
                        let logs = Arc::new(PostgresLogs::open(url).await.unwrap());
                        notifier = Some(Arc::clone(&logs));
                        (Arc::clone(&logs) as _, Arc::clone(&logs) as _, logs.time().await.unwrap())
                    }
                    None => {
                        let logs = Arc::new(SqliteLogs::open(&path).await.unwrap());
                        (Arc::clone(&logs) as _, Arc::clone(&logs) as _, logs.time(own).await.unwrap())
                    }
                };
                let store = Arc::new(FaultyStore { store: logs, faults });
                let accounts = Arc::new(FaultyAccounts { accounts, faults: account_faults });
                let tasks = Tasks::default();
                let time = Arc::new(Watch { real: SystemTime::starting_at(now), ahead });
                let (bus, cluster_events) =
                    bus(settings.nats.as_deref(), notifier.as_deref(), &tasks).unwrap();
                let bus = Arc::new(FaultyBus { bus, faults: bus_faults });
                let accounts = AccountService::open(
                    accounts,
                    Arc::clone(&store) as _,
                    Arc::clone(&time) as _,
                    &settings,
                    tasks.clone(),
                );
                let finished = Some(accounts.finished_games());
                let online = GameService::new(store, bus, time, settings, finished, tasks.clone());
                if let Some(cluster_events) = cluster_events {
                    online.listen(cluster_events);
                }
                told.send(listener.local_addr().unwrap()).unwrap();
                let app = app(App {
                    site,
                    rules: RuleFolder::default(),
                    online: Some(online),
                    accounts: Some(accounts),
                });
                let closing = tasks.clone();
                let shutdown = async move {
                    let _ = stopped.await;
                    closing.close();
                };
                tokio::select! {
                    done = run(listener, app, shutdown) => {
                        done.unwrap();
                        tasks.stop().await;
                    }
                    Ok(()) = killed => {}
                }
            });
        });
        self.server = Some(Server { address: tell.recv().unwrap(), stop, kill, thread });
    }

    /// Stops the server in good order and starts it again at the same address.
    pub(crate) fn restart(&mut self) {
        let Server { address, stop, thread, .. } = self.server.take().unwrap();
        stop.send(()).unwrap();
        thread.join().unwrap();
        self.start(&address.to_string());
    }

    /// Stops the server in good order.
    pub(crate) fn stop(&mut self) {
        let Server { stop, thread, .. } = self.server.take().unwrap();
        stop.send(()).unwrap();
        thread.join().unwrap();
    }

    /// Kills the server: its sockets break without a message.
    pub(crate) fn kill(&mut self) {
        // Its tasks end one after the other, and the last ones could still write that the players have left.
        self.faults.set(Fault::AllFail);
        // Dropping `stop` would stop the server in good order.
        let Server { kill, thread, stop: _stop, .. } = self.server.take().unwrap();
        kill.send(()).unwrap();
        thread.join().unwrap();
    }

    /// Stops it, and starts it again on a machine whose clock has been set meanwhile.
    pub(crate) fn restart_wrong(&mut self, by: i64) {
        self.wrong = by;
        self.restart();
    }

    /// Stops the server, lets `work` be done with its database, and starts it again.
    pub(crate) fn while_down(&mut self, work: impl AsyncFnOnce(SqliteLogs)) {
        let Server { address, stop, thread, .. } = self.server.take().unwrap();
        stop.send(()).unwrap();
        thread.join().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            work(SqliteLogs::open(&self.database).await.unwrap()).await;
        });
        drop(runtime);
        self.start(&address.to_string());
    }

    /// A backup of its games, made while it runs.
    pub(crate) fn copy(&self) -> PathBuf {
        let to = self.folder.path().join("copy.db");
        gebeta_store::online::copy(&self.database, &to).unwrap();
        to
    }

    /// Stops it, and starts it again with such a copy. The copy has a name of its own: what still has the old file open,
    /// and takes its log away when it closes it, cannot touch the new one's.
    pub(crate) fn restore(&mut self, copy: PathBuf) {
        self.database = copy;
        self.restart();
    }

    /// Lets the server's clock go forward.
    pub(crate) fn pass(&self, time: Duration) {
        self.ahead.fetch_add(time.as_millis() as u64, Ordering::SeqCst);
    }

    pub(crate) fn host(&self) -> String {
        self.server.as_ref().unwrap().address.to_string()
    }

    pub(crate) fn address(&self) -> Address {
        format!("http://{}/", self.host()).parse().unwrap()
    }

    pub(crate) fn create(&self, rules: &str, seat: SeatWish, clock: TimeControl) -> Ticket {
        self.address().create(&CreateRequest { clock, ..request(rules, seat) }).unwrap()
    }

    pub(crate) fn join(&self, ticket: &Ticket) -> Ticket {
        let request = JoinRequest { name: "ሳራ".parse().unwrap(), secret: draw_secret() };
        self.address().join(ticket.game, &request).unwrap()
    }

    /// The profile of an account once it has so many games.
    pub(crate) fn profile(&self, name: &str, games: usize) -> Profile {
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            let text = self.address().get(&format!("/api/players/{name}")).unwrap();
            let profile: Profile = serde_json::from_str(&text).unwrap();
            if profile.history.len() >= games || Instant::now() > until {
                assert_eq!(profile.history.len(), games, "{text}");
                return profile;
            }
            // Requests without a pause would reach the rate limit.
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Two players at a game that has begun.
    pub(crate) fn game(&self, rules: &str) -> [GameClient; 2] {
        self.tickets_and_game(rules).1
    }

    /// The same with what opens their seats.
    pub(crate) fn tickets_and_game(&self, rules: &str) -> ([Ticket; 2], [GameClient; 2]) {
        let a = self.create(rules, SeatWish::One, TimeControl::None);
        let b = self.join(&a);
        let mut players = [&a, &b].map(|ticket| GameClient::player(self.address(), ticket));
        for player in &mut players {
            player.connect().unwrap();
        }
        begin(&mut players);
        ([a, b], players)
    }
}

/// Asks for a game without a clock.
pub(crate) fn request(rules: &str, seat: SeatWish) -> CreateRequest {
    CreateRequest {
        rules: rules.to_owned(),
        clock: TimeControl::None,
        seat,
        listed: false,
        name: "Abebe".parse().unwrap(),
        secret: draw_secret(),
        opponent: None,
    }
}

/// Lets both seal and open until the game has begun.
pub(crate) fn begin(players: &mut [GameClient; 2]) {
    for _ in 0..2 {
        for player in players.iter_mut() {
            player.wait(|game| game.names().b.is_some()).unwrap();
            player.tend_envelopes().unwrap();
        }
        for player in players.iter_mut() {
            let sealed = |game: &Match| game.envelopes().server.is_some() || game.to_move().is_some();
            player.wait(sealed).unwrap();
        }
    }
    for player in players.iter_mut() {
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
}

/// The next action of the player to move: throw, or play the move that `pick` chooses.
pub(crate) fn next_action(game: &Match, pick: usize) -> Action {
    let mut moves: Vec<String> = match game.position() {
        AnyPosition::Mancala(position) => position.legal_moves().map(|mv| mv.to_string()).collect(),
        AnyPosition::Sowing(position) => position.legal_moves().map(|mv| mv.to_string()).collect(),
        AnyPosition::Senet(_) if game.thrown().is_none() => return Action::Throw,
        AnyPosition::Senet(position) => position.legal_moves().map(|mv| mv.to_string()).collect(),
    };
    let place = pick % moves.len();
    Action::Play { mv: moves.swap_remove(place) }
}
