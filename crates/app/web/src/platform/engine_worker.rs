//! The page's end of the engine worker: requests, and the futures of their responses.

mod slot;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread::LocalKey;

use gebeta_engine::{Bot, Review, SearchResult};
use gebeta_rules::{AnyPly, Record};
use gebeta_worker::{Advice, Effort, Place, Reply, Request, Response, Task, WorkerError};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use slot::Slot;

/// A worker that searches. It starts with the first request, handles one after the other, and may be stopped at any time.
#[derive(Clone)]
pub(crate) struct EngineWorker(Rc<WorkerState>);

#[derive(Default)]
struct WorkerState {
    worker: RefCell<Option<RunningWorker>>,
    requests: RefCell<Vec<Pending>>,
    last_id: Cell<u32>,
}

/// A running worker and its event handlers.
struct RunningWorker {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

/// A request that waits for its response.
struct Pending {
    id: u32,
    slot: Slot<Reply>,
    progress: Box<dyn Fn(u32, u32)>,
}

thread_local! {
    static OPPONENT: EngineWorker = EngineWorker(Rc::default());
    static ADVISER: EngineWorker = EngineWorker(Rc::default());
}

impl EngineWorker {
    /// The worker of the computer players; nothing else keeps it busy.
    pub(crate) fn opponent() -> Self {
        Self::of(&OPPONENT)
    }

    /// The worker of hints and reviews.
    pub(crate) fn adviser() -> Self {
        Self::of(&ADVISER)
    }

    fn of(worker: &'static LocalKey<Self>) -> Self {
        worker.with(Clone::clone)
    }

    /// What `bot` plays at `place`, the position after `ply` plies of the game that `game` names.
    pub(crate) async fn search(
        &self,
        place: Place,
        bot: Bot,
        game: String,
        seed: u64,
        ply: usize,
    ) -> Result<SearchResult<AnyPly>, WorkerError> {
        let task = Task::Search { place, bot, game, seed, ply };
        match self.run(Effort::default(), task, |_, _| {}).await? {
            Reply::Search { result, .. } => Ok(result),
            _ => Err(other_reply()),
        }
    }

    /// The values of the moves at `place`.
    pub(crate) async fn hint(&self, place: Place, effort: Effort) -> Result<Advice, WorkerError> {
        match self.run(effort, Task::Hint(place), |_, _| {}).await? {
            Reply::Advice(advice) => Ok(advice),
            _ => Err(other_reply()),
        }
    }

    /// The value of every move of a game. `progress` receives how many plies are done, and of how many.
    pub(crate) async fn review(
        &self,
        record: Record,
        effort: Effort,
        progress: impl Fn(u32, u32) + 'static,
    ) -> Result<Review, WorkerError> {
        match self.run(effort, Task::Review(Box::new(record)), progress).await? {
            Reply::Review(review) => Ok(*review),
            _ => Err(other_reply()),
        }
    }

    /// Whether no request waits for its response.
    pub(crate) fn is_idle(&self) -> bool {
        self.0.requests.borrow().is_empty()
    }

    /// Cancels all requests with the error `stopped`; the next request starts a new worker.
    pub(crate) fn stop(&self) {
        if !self.is_idle() {
            self.give_up(&WorkerError::new("stopped", "the search was stopped"));
        }
    }

    async fn run(
        &self,
        effort: Effort,
        task: Task,
        progress: impl Fn(u32, u32) + 'static,
    ) -> Result<Reply, WorkerError> {
        let id = self.0.last_id.get().wrapping_add(1);
        self.0.last_id.set(id);
        let slot = Slot::default();
        let request = Request { id, effort: Effort { memory: device_memory(), ..effort }, task };
        self.0.requests.borrow_mut().push(Pending { id, slot: slot.clone(), progress: Box::new(progress) });
        if self.send(&request).is_err() {
            self.give_up(&no_worker());
        }
        match slot.filled().await {
            Reply::Error(error) => Err(error),
            reply => Ok(reply),
        }
    }

    fn send(&self, request: &Request) -> Result<(), JsValue> {
        let mut running = self.0.worker.borrow_mut();
        if running.is_none() {
            *running = Some(self.start()?);
        }
        let Some(running) = running.as_ref() else { return Err(JsValue::NULL) };
        running.worker.post_message(&Uint8Array::from(request.to_bytes().as_slice()))
    }

    fn start(&self) -> Result<RunningWorker, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address().ok_or(JsValue::NULL)?, &options)?;
        let this = self.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Ok(bytes) = event.data().dyn_into::<Uint8Array>() {
                this.receive(&bytes.to_vec());
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let this = self.clone();
        let on_error = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            // The pending requests fail; the console needs no second message.
            event.prevent_default();
            // Not from within the closure that this drops.
            let this = this.clone();
            wasm_bindgen_futures::spawn_local(async move { this.give_up(&no_worker()) });
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(RunningWorker { worker, _on_message: on_message, _on_error: on_error })
    }

    fn receive(&self, bytes: &[u8]) {
        let Some(Response { id: Some(id), reply }) = Response::from_bytes(bytes) else { return };
        let mut requests = self.0.requests.borrow_mut();
        let Some(place) = requests.iter().position(|pending| pending.id == id) else { return };
        if let Reply::Progress { done, total } = reply {
            (requests[place].progress)(done, total);
        } else {
            let pending = requests.remove(place);
            drop(requests);
            pending.slot.fill(reply);
        }
    }

    /// Terminates the worker; all pending requests fail with this error.
    fn give_up(&self, why: &WorkerError) {
        if let Some(running) = self.0.worker.take() {
            running.worker.set_onmessage(None);
            running.worker.set_onerror(None);
            running.worker.terminate();
        }
        for pending in self.0.requests.take() {
            pending.slot.fill(Reply::Error(why.clone()));
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

fn no_worker() -> WorkerError {
    WorkerError::new("no-worker", "the thinking part of the program did not start, or broke down")
}

fn other_reply() -> WorkerError {
    WorkerError::new("bad-message", "the response is to another request")
}
