//! The page's end of the search worker: ask, and wait without holding up the page.

mod slot;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread::LocalKey;

use gebeta_engine::{Bot, Review, SearchResult};
use gebeta_messages::{Advice, Answer, Ask, Effort, Fault, Place, Question, Said};
use gebeta_rules::{AnyPly, Record};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use slot::Slot;

/// A thinking worker. It starts with the first question, answers one after the other, and may be stopped at any time.
#[derive(Clone)]
pub(crate) struct EngineWorker(Rc<WorkerState>);

#[derive(Default)]
struct WorkerState {
    worker: RefCell<Option<RunningWorker>>,
    questions: RefCell<Vec<Pending>>,
    last_id: Cell<u32>,
}

/// A running worker, and who hears it.
struct RunningWorker {
    worker: Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut(web_sys::Event)>,
}

/// A question that waits for its answer.
struct Pending {
    id: u32,
    slot: Slot<Said>,
    progress: Box<dyn Fn(u32, u32)>,
}

thread_local! {
    static OPPONENT: EngineWorker = EngineWorker(Rc::default());
    static ADVISER: EngineWorker = EngineWorker(Rc::default());
}

impl EngineWorker {
    /// Who plays for the computer. Nobody else keeps it busy.
    pub(crate) fn opponent() -> Self {
        Self::of(&OPPONENT)
    }

    /// Who gives hints and reviews games.
    pub(crate) fn adviser() -> Self {
        Self::of(&ADVISER)
    }

    fn of(brain: &'static LocalKey<Self>) -> Self {
        brain.with(Clone::clone)
    }

    /// What `bot` plays at `place`, the position after `ply` plies of the game that `game` names.
    pub(crate) async fn think(
        &self,
        place: Place,
        bot: Bot,
        game: String,
        seed: u64,
        ply: usize,
    ) -> Result<SearchResult<AnyPly>, Fault> {
        let ask = Ask::Think { place, bot, game, seed, ply };
        match self.ask(Effort::default(), ask, |_, _| {}).await? {
            Said::SearchResult { thought, .. } => Ok(thought),
            _ => Err(beside_the_point()),
        }
    }

    /// What the moves at `place` are worth.
    pub(crate) async fn hint(&self, place: Place, effort: Effort) -> Result<Advice, Fault> {
        match self.ask(effort, Ask::Hint(place), |_, _| {}).await? {
            Said::Advice(advice) => Ok(advice),
            _ => Err(beside_the_point()),
        }
    }

    /// What every move of a game was worth. `progress` hears how many plies are done, and of how many.
    pub(crate) async fn review(
        &self,
        record: Record,
        effort: Effort,
        progress: impl Fn(u32, u32) + 'static,
    ) -> Result<Review, Fault> {
        match self.ask(effort, Ask::Review(Box::new(record)), progress).await? {
            Said::Review(review) => Ok(*review),
            _ => Err(beside_the_point()),
        }
    }

    /// Whether nobody waits for an answer.
    pub(crate) fn is_idle(&self) -> bool {
        self.0.questions.borrow().is_empty()
    }

    /// Ends all thinking. Whoever waits hears the fault `stopped`; the next question starts afresh.
    pub(crate) fn stop(&self) {
        if !self.is_idle() {
            self.give_up(&Fault::new("stopped", "the search was stopped"));
        }
    }

    async fn ask(
        &self,
        effort: Effort,
        ask: Ask,
        progress: impl Fn(u32, u32) + 'static,
    ) -> Result<Said, Fault> {
        let id = self.0.last_id.get().wrapping_add(1);
        self.0.last_id.set(id);
        let slot = Slot::default();
        let question = Question { id, effort: Effort { memory: device_memory(), ..effort }, ask };
        self.0.questions.borrow_mut().push(Pending { id, slot: slot.clone(), progress: Box::new(progress) });
        if self.send(&question.to_text()).is_err() {
            self.give_up(&no_worker());
        }
        match slot.filled().await {
            Said::Fault(fault) => Err(fault),
            said => Ok(said),
        }
    }

    fn send(&self, text: &str) -> Result<(), JsValue> {
        let mut line = self.0.worker.borrow_mut();
        if line.is_none() {
            *line = Some(self.start()?);
        }
        let Some(line) = line.as_ref() else { return Err(JsValue::NULL) };
        line.worker.post_message(&JsValue::from_str(text))
    }

    fn start(&self) -> Result<RunningWorker, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address().ok_or(JsValue::NULL)?, &options)?;
        let brain = self.clone();
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                brain.hear(&text);
            }
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        let brain = self.clone();
        let failed = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            // Whoever asked is told; the console needs no second message.
            event.prevent_default();
            // Not from within the closure that this drops.
            let brain = brain.clone();
            wasm_bindgen_futures::spawn_local(async move { brain.give_up(&no_worker()) });
        });
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        Ok(RunningWorker { worker, _heard: heard, _failed: failed })
    }

    fn hear(&self, text: &str) {
        let Ok(Answer { id: Some(id), said }) = Answer::parse(text) else { return };
        let mut questions = self.0.questions.borrow_mut();
        let Some(place) = questions.iter().position(|pending| pending.id == id) else { return };
        if let Said::Progress { done, total } = said {
            (questions[place].progress)(done, total);
        } else {
            let pending = questions.remove(place);
            drop(questions);
            pending.slot.fill(said);
        }
    }

    /// Ends the worker and tells everybody who waits why.
    fn give_up(&self, why: &Fault) {
        if let Some(line) = self.0.worker.take() {
            line.worker.set_onmessage(None);
            line.worker.set_onerror(None);
            line.worker.terminate();
        }
        for pending in self.0.questions.take() {
            pending.slot.fill(Said::Fault(why.clone()));
        }
    }
}

/// Where the worker's program is.
fn address() -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector("meta[name=gebeta-worker]").ok()??.get_attribute("content")
}

/// How many gigabytes of memory the device has, where the browser tells.
fn device_memory() -> Option<u32> {
    let navigator = web_sys::window()?.navigator();
    let memory = js_sys::Reflect::get(&navigator, &JsValue::from_str("deviceMemory")).ok()?.as_f64()?;
    Some(memory as u32)
}

fn no_worker() -> Fault {
    Fault::new("no-worker", "the thinking part of the program did not start, or broke down")
}

fn beside_the_point() -> Fault {
    Fault::new("bad-message", "the answer is about something else")
}
