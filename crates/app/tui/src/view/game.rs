use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use gebeta_i18n::Language;
use gebeta_rules::senet::Square;
use gebeta_rules::sowing::{Board, Move, Step, Table};
use gebeta_rules::{AnyPly, AnyPosition, AppliedMove, ByPlayer, GameKind, Player};
use gebeta_session::{PlayerKind, Prompt, move_text, verdict};

use super::canvas::{Action, Canvas};
use super::choice::{self, Choice};
use super::{lists, over, panel, setup, thought};
use crate::board::{mancala, senet};
use crate::columns::Columns;
use crate::game::{Asking, Game};
use crate::motion::Motion;
use crate::scene::{self, Scene};
use crate::screen::replay::Replay;
use crate::{BoardLayout, BoardSource, PlayBoard};

/// How a screen with a board is divided.
pub(super) struct Parts {
    pub(super) title: Option<Rect>,
    pub(super) top: Rect,
    pub(super) board: Rect,
    pub(super) bottom: Rect,
    pub(super) narration: Rect,
    pub(super) info: Rect,
    pub(super) actions: Rect,
    pub(super) panel: Option<Rect>,
}

impl Parts {
    pub(super) fn of(area: Rect, kind: GameKind, layout: BoardLayout, verbose: bool) -> Self {
        let title = u16::from(area.height >= 18);
        let told = match area.height {
            0..=13 => 1,
            14..=19 => 2,
            20..=29 => 3,
            30..=39 => 5,
            _ => 8,
        };
        let panel = match (kind, area.width) {
            (GameKind::Senet, 0..=59) => 9,
            (GameKind::Senet, 80..=99) if verbose => 29,
            (GameKind::Senet, 60..=99) => 19,
            (GameKind::Senet, _) => (area.width - 62).min(29),
            (GameKind::Mancala, 120..) => 30,
            (GameKind::Mancala, 100..) => 26,
            (GameKind::Mancala, _) if verbose && area.width >= 80 => 22,
            (GameKind::Mancala, _) => 0,
        };
        let width = area.width - panel;
        let line = |y: u16, width: u16| Rect::new(area.x, y, width, 1);
        let (top, bottom) = (area.y + title, area.bottom() - 3 - told);
        // Names and words stay close to the board where there is more room than it takes.
        let tallest = match (kind, layout) {
            (GameKind::Mancala, BoardLayout::Tall) => u16::MAX,
            (GameKind::Mancala, _) => mancala::TALLEST,
            (GameKind::Senet, _) => senet::TALLEST,
        };
        let spare = (bottom - top - 1).saturating_sub(tallest);
        let gap = u16::from(spare >= 3);
        let above = (spare - gap) / 2;
        let (top, bottom) = (top + above, bottom - (spare - above));
        let words = bottom + 1 + gap;
        Self {
            title: (title == 1).then(|| line(area.y, area.width)),
            top: line(top, width),
            board: Rect::new(area.x, top + 1, width, bottom.saturating_sub(top + 1)),
            bottom: line(bottom, width),
            narration: Rect::new(area.x + 1, words, area.width.saturating_sub(2), told),
            info: line(words + told, area.width),
            actions: line(area.bottom() - 1, area.width),
            panel: (panel > 0).then(|| Rect::new(area.x + width, top, panel, bottom - top + 1)),
        }
    }

    /// Names and words begin where the board does.
    pub(super) fn align(mut self, holes: impl Iterator<Item = Rect>) -> Self {
        let Some(whole) = holes.reduce(Rect::union) else { return self };
        // Lines of text keep a column free before and after.
        let left = whole.x.saturating_sub(1).max(self.board.x);
        let right = (whole.right() + 1).min(self.board.right());
        for line in [&mut self.top, &mut self.bottom] {
            (line.x, line.width) = (left, right - left);
        }
        for lines in [&mut self.narration, &mut self.info] {
            let shift = left - self.board.x;
            (lines.x, lines.width) = (lines.x + shift, lines.width - shift);
        }
        self
    }
}

/// Where each hole or square is drawn.
pub(super) fn holes(scene: &Scene, layout: BoardLayout, board: Rect) -> Vec<Rect> {
    match scene {
        Scene::Mancala(stones) => mancala_places(layout, board, &stones.table).holes,
        Scene::Senet(_) => {
            let grid = senet::Grid::of(board);
            (1..=Square::LAST).map(|square| grid.square(square)).collect()
        }
    }
}

/// A game in progress.
pub(super) fn draw(canvas: &mut Canvas<'_>, game: &Game, area: Rect) {
    let (l, now) = (canvas.l, canvas.model.now);
    let layout = canvas.model.settings.layout;
    let Some(scene) = game.board.scene(now) else { return };
    let parts = Parts::of(area, game.kind(), layout, game.verbose);
    let holes = holes(&scene, layout, parts.board);
    let parts = parts.align(holes.into_iter());
    let prompt = game.board.prompt(now);
    if let Some(title) = parts.title {
        canvas.title(&heading(canvas, game), &l.moves_count(game.local().ply()), title);
    }
    let position = game.board.position_in_view().unwrap_or_else(|| game.local().position());
    for (player, line) in [(Player::Two, parts.top), (Player::One, parts.bottom)] {
        let free = player_line(canvas, &game.local().names(), player, &position, &scene, line);
        turn_mark(canvas, game, player, free);
    }
    let hint = game.advice.as_ref().map(|advice| advice.best);
    choice::board(canvas, &scene, to_choose(&game.board, hint, now).as_ref(), parts.board);
    narration(canvas, game.board.narration.latest(usize::from(parts.narration.height)), parts.narration);
    info(canvas, game, prompt, parts.info);
    let thought_is_shown = parts.panel.is_some_and(|area| panel::draw(canvas, game, prompt, area));
    let actions = actions(canvas, game, prompt);
    canvas.actions(&actions, parts.actions);
    if !thought_is_shown {
        thought::over_board(canvas, game, area);
    }
    over::draw(canvas, game, prompt, parts.board, area);
}

fn heading(canvas: &Canvas<'_>, game: &Game) -> String {
    let kind = match game.kind() {
        GameKind::Mancala => canvas.l.mancala(),
        GameKind::Senet => canvas.l.senet(),
    };
    format!("{kind}{}{}", canvas.look.dot(), setup::rule_set_name(&game.rule_set.name, canvas.l))
}

/// Name, score and pieces of a player; the answer is what is free between them.
pub(super) fn player_line(
    canvas: &mut Canvas<'_>,
    names: &ByPlayer<String>,
    player: Player,
    position: &AnyPosition,
    scene: &Scene,
    line: Rect,
) -> Rect {
    let (l, look) = (canvas.l, canvas.look);
    let sign = match scene {
        Scene::Mancala(_) => lists::player_sign(player, look.ascii),
        Scene::Senet(_) => look.piece(player),
    };
    let style = look.player(player).add_modifier(Modifier::BOLD);
    canvas.text(sign, style, line.x + 1, line.y, 1);
    let half = line.width / 2;
    let used = canvas.text(&names[player], style, line.x + 3, line.y, half.saturating_sub(3));
    let (mut left, mut right) = (line.x + 4 + used, line.right().saturating_sub(1));
    if let (Scene::Senet(pieces), AnyPosition::Senet(senet)) = (scene, position) {
        let all = senet.rules().pieces.get();
        let off = pieces.off[player];
        let text = if line.width >= 56 {
            format!(
                "{}{}{}",
                l.pieces_on_board(usize::from(all - off)),
                look.dot(),
                l.pieces_off(usize::from(off))
            )
        } else {
            format!("{} {off}/{all}", look.piece(player))
        };
        canvas.right(&text, look.dim(), Rect { width: line.width.saturating_sub(1), ..line }, line.y);
        right = right.saturating_sub(text.columns() as u16 + 1);
    }
    if let Scene::Mancala(stones) = scene {
        let score = format!(": {}", stones.counts[stones.table.board.store_of(player).index()]);
        left += canvas.text(&score, style, left.saturating_sub(1), line.y, 6);
    }
    Rect::new(left, line.y, right.saturating_sub(left), 1)
}

/// Whose turn it is, and whether a computer thinks.
fn turn_mark(canvas: &mut Canvas<'_>, game: &Game, player: Player, free: Rect) {
    let (l, look, now) = (canvas.l, canvas.look, canvas.model.now);
    let tossing = game.board.coin.is_some() || game.board.session.prompt() == Prompt::Toss;
    let style = look.accent().add_modifier(Modifier::BOLD);
    // While stones are in the air nothing gives away whose turn is next.
    if let Some(mover) = moving(game.board.motion.as_ref(), now) {
        let sign = if mover == player { look.turn_sign() } else { "" };
        return between(canvas, game.kind(), (sign.to_owned(), String::new()), style, free);
    }
    if game.local().position().to_move() != Some(player) || game.board.looking().is_some() || tossing {
        return;
    }
    let words = match game.local().player_kinds()[player] {
        PlayerKind::Human => (l.your_turn().to_owned(), look.turn_sign().to_owned()),
        PlayerKind::Bot(_) => {
            let sign = look.spinner(now).to_string();
            (format!("{sign} {}", l.term_thinking()), sign)
        }
    };
    between(canvas, game.kind(), words, style, free);
}

/// Whose move is being shown.
pub(super) fn moving(motion: Option<&Motion>, now: u64) -> Option<Player> {
    motion.filter(|motion| !motion.is_over(now)).map(|motion| motion.played.mover)
}

/// Words between the name and what stands at the end of the line, or their sign where there is no room for them.
pub(super) fn between(
    canvas: &mut Canvas<'_>,
    kind: GameKind,
    (words, sign): (String, String),
    style: Style,
    free: Rect,
) {
    let fits = canvas.look.write(&words).columns() <= usize::from(free.width);
    let shown = if fits { words } else { sign };
    match kind {
        GameKind::Mancala => canvas.right(&shown, style, free, free.y),
        GameKind::Senet => drop(canvas.text(&shown, style, free.x, free.y, free.width)),
    }
}

/// What is marked on the board.
pub(super) fn to_choose<S: BoardSource>(
    board: &PlayBoard<S>,
    hint: Option<AnyPly>,
    now: u64,
) -> Option<Choice> {
    let mover = board.chooser(now).filter(|_| board.looking().is_none())?;
    let preview = if board.session.source().trial().is_some() { None } else { board.preview() };
    Some(Choice { selection: board.selection(), mover, preview, hint })
}

pub(super) fn mancala_places(layout: BoardLayout, area: Rect, table: &Table) -> mancala::Places {
    let pits = usize::from(table.board.side());
    let tall = match layout {
        // Only two rows fit side by side.
        _ if table.layout.rows.len() > 2 => false,
        BoardLayout::Auto => mancala::better_tall(area, pits),
        BoardLayout::Wide => false,
        BoardLayout::Tall => usize::from(area.height) >= pits + 2,
    };
    if tall { mancala::tall(area, pits) } else { mancala::wide(area, table) }
}

/// The latest sentences, the last one bright.
pub(super) fn narration<'a>(
    canvas: &mut Canvas<'_>,
    latest: impl ExactSizeIterator<Item = &'a str>,
    area: Rect,
) {
    let shown = latest.len();
    for (place, sentence) in latest.enumerate() {
        let style = if place + 1 == shown { canvas.look.text() } else { canvas.look.dim() };
        let y = area.bottom() - shown as u16 + place as u16;
        canvas.wrapped_line(sentence, style, Rect { y, height: 1, ..area });
    }
}

/// What the player should know now: a refusal, advice, where the last stone would land, what to do.
fn info(canvas: &mut Canvas<'_>, game: &Game, prompt: Option<Prompt>, line: Rect) {
    let notice = canvas.model.notice.as_deref().or(game.board.notice.as_deref());
    if canvas.notice(notice, line) {
        return;
    }
    let inside = Rect::new(line.x + 1, line.y, line.width.saturating_sub(2), 1);
    let (text, style) = if game.board.looking().is_some() {
        (canvas.l.looking_back().to_owned(), canvas.look.accent())
    } else if game.seeks_advice() {
        (canvas.l.hint_thinking().to_owned(), canvas.look.accent())
    } else if let (Some(advice), false) = (&game.advice, matches!(prompt, Some(Prompt::Confirm(_)))) {
        (panel::advice_text(canvas, advice), canvas.look.accent())
    } else {
        (prompt_text(canvas, game, prompt), canvas.look.text())
    };
    canvas.wrapped_line(&text, style, inside);
}

fn prompt_text(canvas: &Canvas<'_>, game: &Game, prompt: Option<Prompt>) -> String {
    let l = canvas.l;
    match prompt {
        Some(Prompt::Toss) => l.coin_call(game.local().name(Player::One)),
        Some(Prompt::Throw(_)) => l.throw_now().to_owned(),
        Some(Prompt::Choose(_)) if game.board.selection().must_pass() => l.term_enter_to_pass().to_owned(),
        Some(Prompt::Choose(mover)) => preview_text(l, &game.board, mover),
        Some(Prompt::Confirm(mover)) => l.term_confirm(preview_text(l, &game.board, mover)),
        Some(Prompt::Bot(_)) if game.board.session.is_paused() => l.term_paused().to_owned(),
        Some(Prompt::Bot(player)) => l.thinking(game.local().name(player)),
        Some(Prompt::Over(_)) => verdict(l, &game.local().position(), &game.local().names()),
        // Something is being shown. Only online games wait for anything else.
        _ => String::new(),
    }
}

/// What the chosen move would do.
pub(super) fn preview_text<S: BoardSource>(l: Language, board: &PlayBoard<S>, mover: Player) -> String {
    let Some(preview) = board.preview() else { return l.choose_pit().to_owned() };
    match (preview.ply, Table::of(&preview.before)) {
        (AnyPly::Senet(_, mv), _) => l.term_preview_move(move_text(l, mv)),
        (_, Some(table)) => landing_text(l, &preview, &table.board, mover, &board.session.source().names(l)),
        (_, None) => String::new(),
    }
}

/// Where the last stone of a move would land, and what that does.
fn landing_text(
    l: Language,
    preview: &AppliedMove,
    board: &Board,
    mover: Player,
    names: &ByPlayer<String>,
) -> String {
    let (Some(steps), Some(mv)) = (preview.sowing_steps(), Move::of(preview.ply)) else {
        return String::new();
    };
    if mv == Move::Swap {
        return l.term_preview_swap().to_owned();
    }
    // The direction belongs to the name of the move.
    let name = mv.to_string();
    let captures = steps.iter().map(|step| match step {
        Step::Take { stones, player, .. } if *player == mover => *stones,
        Step::Hand { stones, .. } => *stones,
        _ => 0,
    });
    let captured: u16 = captures.sum();
    let landing = scene::landing(preview);
    if captured > 0 {
        return l.term_preview_captures(&name, usize::from(captured));
    }
    if landing == Some(board.store_of(mover).index()) && preview.again() {
        return l.term_preview_store(&name);
    }
    let holes = Player::BOTH.into_iter().flat_map(|player| board.holes_of(player));
    let spot = holes.into_iter().find(|hole| Some(hole.index()) == landing);
    match spot.and_then(|hole| board.pit_at(hole)) {
        Some((owner, target)) if owner == mover => l.term_preview_own(&name, target),
        Some((owner, target)) => l.term_preview_pit(&name, target, &names[owner]),
        None => l.choose_pit().to_owned(),
    }
}

fn actions(canvas: &Canvas<'_>, game: &Game, prompt: Option<Prompt>) -> Vec<Action> {
    let l = canvas.l;
    let mut actions: Vec<Action> = Vec::new();
    let mut add = |key, code, words: &str| actions.push((key, code, words.to_owned()));
    if game.board.looking().is_some() {
        add("[", KeyCode::Char('['), l.step_back());
        add("]", KeyCode::Char(']'), l.step_on());
        add("Esc", KeyCode::Esc, l.back());
        return actions;
    }
    match prompt {
        None => add("Enter", KeyCode::Enter, l.term_skip()),
        Some(Prompt::Toss) => {
            add("h", KeyCode::Char('h'), l.heads());
            add("t", KeyCode::Char('t'), l.tails());
        }
        Some(Prompt::Throw(_)) => add("Enter", KeyCode::Enter, l.throw_sticks()),
        Some(Prompt::Choose(_)) if game.board.selection().must_pass() => {
            add("Enter", KeyCode::Enter, l.pass());
        }
        Some(Prompt::Choose(_)) => add("Enter", KeyCode::Enter, l.play()),
        Some(Prompt::Confirm(_)) => add("Enter", KeyCode::Enter, l.commit()),
        Some(Prompt::Over(_)) => {
            add("Enter", KeyCode::Enter, l.play_again());
            add("q", KeyCode::Char('q'), l.end_game());
            add("n", KeyCode::Char('n'), l.new_game());
            add("w", KeyCode::Char('w'), l.review());
            add("b", KeyCode::Char('b'), l.show_board());
            add("[", KeyCode::Char('['), l.step_back());
            return actions;
        }
        Some(_) => {}
    }
    if game.board.session.allowed().pause {
        let words = if game.board.session.is_paused() { l.go_on() } else { l.pause() };
        add("p", KeyCode::Char('p'), words);
    }
    if game.board.session.allowed().undo && !game.is_over() {
        add("u", KeyCode::Char('u'), l.undo());
    }
    if game.board.session.allowed().redo {
        add("r", KeyCode::Char('r'), l.redo());
    }
    if matches!(prompt, Some(Prompt::Choose(_))) {
        if game.board.selection().may_swap() {
            add("x", KeyCode::Char('x'), l.swap_sides());
        }
        add("h", KeyCode::Char('h'), l.hint());
    }
    add("?", KeyCode::Char('?'), l.rules());
    add("q", KeyCode::Char('q'), l.term_online_leave());
    add("K", KeyCode::Char('K'), l.term_keys());
    if game.local().ply() > 0 {
        add("[", KeyCode::Char('['), l.step_back());
    }
    add("S", KeyCode::Char('S'), l.save());
    add("v", KeyCode::Char('v'), l.term_verbose());
    actions
}

/// A stored game, step by step.
pub(super) fn replay(canvas: &mut Canvas<'_>, replay: &Replay, area: Rect) {
    let (l, look, now) = (canvas.l, canvas.look, canvas.model.now);
    let record = &replay.record;
    let kind = record.rules.game();
    let layout = canvas.model.settings.layout;
    let parts = Parts::of(area, kind, layout, false);
    // The list of moves stands where a game has its panel.
    let position = record.positions()[replay.ply];
    let motion = replay.motion.as_ref().filter(|motion| !motion.is_over(now));
    let last = replay.ply.checked_sub(1).and_then(|ply| record.applied(ply));
    let scene = match (motion, &last) {
        (Some(motion), _) => motion.scene(now),
        (None, Some(played)) => Scene::after(played),
        (None, None) => Scene::of(&position),
    };
    let holes = holes(&scene, layout, parts.board);
    let mut parts = parts.align(holes.into_iter());
    if let Some(title) = parts.title {
        let heading = format!("{}{}{}", l.replay(), look.dot(), setup::rule_set_name(&record.rule_set, l));
        canvas.title(&heading, &format!("{} / {}", replay.ply, record.plies().len()), title);
    }
    let names = ByPlayer::from_fn(|player| record.players[player].name.clone());
    for (player, line) in [(Player::Two, parts.top), (Player::One, parts.bottom)] {
        player_line(canvas, &names, player, &position, &scene, line);
    }
    match &scene {
        Scene::Mancala(stones) => {
            let places = mancala_places(canvas.model.settings.layout, parts.board, &stones.table);
            mancala::draw(stones, &mancala::Marks::default(), &places, look, canvas.buffer);
        }
        Scene::Senet(pieces) => {
            let grid = senet::Grid::of(parts.board);
            senet::draw(pieces, &senet::Marks::default(), &grid, look, canvas.buffer);
        }
    }
    let sentences = last.map(|played| gebeta_session::narrate(l, &played, &names)).unwrap_or_default();
    let latest = sentences.len().saturating_sub(usize::from(parts.narration.height));
    narration(canvas, sentences[latest..].iter().map(String::as_str), parts.narration);
    let over = verdict(l, &position, &names);
    let info = if over.is_empty() { l.replay_place(replay.ply, record.plies().len()) } else { over };
    canvas.text(&info, look.accent(), parts.info.x + 1, parts.info.y, parts.info.width.saturating_sub(2));
    if let Some(area) = parts.panel.take() {
        panel::moves(canvas, record, replay.ply, area);
    }
    let (left, right) = if look.ascii { ("<", ">") } else { ("←", "→") };
    let play = if replay.playing { l.term_pause() } else { l.play() };
    let actions = [
        (right, KeyCode::Right, l.next().to_owned()),
        (left, KeyCode::Left, l.previous().to_owned()),
        ("Space", KeyCode::Char(' '), play.to_owned()),
        ("w", KeyCode::Char('w'), l.review().to_owned()),
        ("Esc", KeyCode::Esc, l.back().to_owned()),
    ];
    canvas.actions(&actions, parts.actions);
}

/// What is asked over a game.
pub(super) fn question(canvas: &Canvas<'_>, asking: &Asking) -> (String, String) {
    match asking {
        Asking::End => (canvas.l.end_game_ask().to_owned(), canvas.l.term_yes_no().to_owned()),
        Asking::Save(line) => (canvas.l.term_save_where().to_owned(), format!("{}_", line.text)),
    }
}
