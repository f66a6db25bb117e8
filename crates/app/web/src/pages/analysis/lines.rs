use gebeta_engine::{EngineBudget, Hints};
use gebeta_i18n::Language;
use gebeta_rules::AnyPly;
use gebeta_worker::{Advice, Effort, Place, WorkerError};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::hint::{fault_text, ply_text, worth_text};
use crate::platform::engine_worker::EngineWorker;
use crate::platform::language::{language, say};

/// So many moves are shown.
const SHOWN: usize = 5;

/// An engine that thinks along: what it knows of the position, better with every look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Engine {
    pub(super) on: RwSignal<bool>,
    known: RwSignal<Option<(Place, Advice)>>,
    fault: RwSignal<Option<WorkerError>>,
    place: Signal<Place>,
    /// Counts the positions, so that an old look knows that it is old.
    turn: StoredValue<u64>,
}

impl Engine {
    pub(super) fn new(place: Signal<Place>) -> Self {
        let engine = Self {
            on: RwSignal::new(true),
            known: RwSignal::new(None),
            fault: RwSignal::new(None),
            place,
            turn: StoredValue::new(0),
        };
        Effect::new(move |_| {
            let place = place.get();
            engine.turn.update_value(|turn| *turn += 1);
            EngineWorker::adviser().stop();
            if engine.on.get() {
                spawn_local(engine.look(place, engine.turn.get_value()));
            }
        });
        on_cleanup(|| EngineWorker::adviser().stop());
        engine
    }

    async fn look(self, place: Place, turn: u64) {
        for nodes in EngineBudget::ANALYSIS_NODES {
            let effort = Effort { nodes: Some(nodes), ..Effort::default() };
            let advice = EngineWorker::adviser().hint(place, effort).await;
            // The position is another by now, or the screen is gone.
            if self.turn.try_get_value() != Some(turn) {
                return;
            }
            match advice {
                Ok(advice) => {
                    let proved = advice.evaluation.exact;
                    self.fault.set(None);
                    self.known.set(Some((place, advice)));
                    if proved {
                        return;
                    }
                }
                Err(fault) => {
                    self.fault.set(Some(fault));
                    return;
                }
            }
        }
    }

    /// What is known of the position now.
    pub(super) fn advice(self) -> Option<Advice> {
        let place = self.place.get();
        let on = self.on.get();
        self.known.with(|known| {
            known.as_ref().filter(|(about, _)| on && *about == place).map(|(_, advice)| advice.clone())
        })
    }
}

/// The best moves with their worth and how the game would go on; before a throw, the best for every throw.
#[component]
pub(super) fn Lines(engine: Engine, on_choose: Callback<AnyPly>) -> impl IntoView {
    let lines = move || {
        let Some(advice) = engine.advice() else { return Vec::new() };
        match advice.now() {
            Some(hints) => {
                let line = hints.pv.clone();
                let shown = hints.moves.iter().take(SHOWN).enumerate();
                shown
                    .map(|(rank, _)| {
                        row(&advice, hints, rank, if rank == 0 { &line } else { &[] }, on_choose)
                    })
                    .collect()
            }
            None => advice.hints.iter().map(|hints| row(&advice, hints, 0, &[], on_choose)).collect(),
        }
    };
    let about = move || {
        let words = language();
        if let Some(fault) = engine.fault.get() {
            return fault_text(words, &fault);
        }
        match engine.advice() {
            Some(advice) if advice.hints.is_empty() => words.analysis_over().to_owned(),
            Some(advice) if advice.evaluation.exact => words.analysis_proved().to_owned(),
            Some(advice) => words.analysis_depth(advice.hints.first().map_or(0, |hints| hints.depth)),
            None if engine.on.get() => words.hint_thinking().to_owned(),
            None => String::new(),
        }
    };
    view! {
        <div class="lines-head">
            <h2>{say(Language::analysis_best)}</h2>
            <button
                class="button quiet"
                aria-pressed=move || engine.on.get().to_string()
                on:click=move |_| engine.on.update(|on| *on = !*on)
            >
                {say(Language::analysis_think)}
            </button>
        </div>
        <p class="dim" data-test="engine-depth">{about}</p>
        <ol class="lines" data-test="lines">{lines}</ol>
    }
}

fn row(
    advice: &Advice,
    hints: &Hints<AnyPly>,
    rank: usize,
    line: &[AnyPly],
    on_choose: Callback<AnyPly>,
) -> AnyView {
    let hint = hints.moves[rank];
    let words = language();
    let value = worth_text(advice.game, hint.value, hint.exact);
    let throw = match hint.mv {
        AnyPly::Senet(roll, _) if advice.hints.len() > 1 => format!("{roll}: "),
        _ => String::new(),
    };
    let rest: Vec<_> = line.iter().skip(1).map(|&ply| ply_text(words, ply)).collect();
    let rest = rest.join(" ");
    let play = ply_text(words, hint.mv);
    view! {
        <li>
            <button class="line" on:click=move |_| on_choose.run(hint.mv)>
                <span class="value" class:known=hint.exact dir="ltr">{value}</span>
                <strong>{throw}{play}</strong>
                <span class="dim" dir="ltr">{rest}</span>
            </button>
        </li>
    }
    .into_any()
}
