use gebeta_protocol::{ClientMessage, MatchId};
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// A WebSocket at a game. Dropping it closes it and ends its callbacks.
pub(super) struct Socket {
    inner: WebSocket,
    _opened: Closure<dyn FnMut()>,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _closed: Closure<dyn FnMut(CloseEvent)>,
}

impl Socket {
    /// Begins to connect; none if the browser refuses to.
    pub(super) fn open(
        game: MatchId,
        on_open: impl FnMut() + 'static,
        mut on_text: impl FnMut(String) + 'static,
        mut on_close: impl FnMut(u16) + 'static,
    ) -> Option<Self> {
        let socket = WebSocket::new(&address(game)?).ok()?;
        let opened = Closure::<dyn FnMut()>::new(on_open);
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                on_text(text);
            }
        });
        let closed = Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| on_close(event.code()));
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Some(Self { inner: socket, _opened: opened, _heard: heard, _closed: closed })
    }

    /// Sends a message. What cannot be sent now is sent again on the next socket, if it matters.
    pub(super) fn send(&self, message: &ClientMessage) {
        if let (WebSocket::OPEN, Ok(text)) = (self.inner.ready_state(), serde_json::to_string(message)) {
            let _ = self.inner.send_with_str(&text);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.inner.set_onopen(None);
        self.inner.set_onmessage(None);
        self.inner.set_onclose(None);
        let _ = self.inner.close();
    }
}

/// Where the socket of a game is: beside the page.
fn address(game: MatchId) -> Option<String> {
    let location = window().location();
    let page = location.href().ok()?;
    let page = page.split('#').next()?;
    let folder = &page[..=page.rfind('/')?];
    // `http` becomes `ws`, and `https` becomes `wss`.
    Some(format!("ws{}api/games/{game}/socket", folder.strip_prefix("http")?))
}
