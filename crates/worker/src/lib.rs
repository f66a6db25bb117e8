//! The search of the browser, in a web worker of its own.
