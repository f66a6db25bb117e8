// The engine, apart from the page so that the page never waits for it: a request in, responses out, as bytes.
import init, { bring_nets, handle, receive } from './{{engine}}';

const post = (response) => postMessage(response);

async function answer(request) {
  if (receive(request)) {
    // What Senet's players have learned: a game of mancala does not load it.
    const nets = await fetch(new URL('./{{nets}}', import.meta.url));
    if (nets.ok) bring_nets(new Uint8Array(await nets.arrayBuffer()));
  }
  handle(post);
}

let done = init();
// Before the first await: a request that comes early must not be lost. One is answered after the other.
onmessage = ({ data }) => {
  done = done.then(() => answer(data));
  // What goes wrong reaches the page as the worker's error.
  done.catch((error) => setTimeout(() => { throw error; }));
};
