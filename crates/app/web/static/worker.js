// The thinking part, apart from the page so that the page never waits for it: a question in, answers out, as text.
import init, { bring_nets, handle, needs_nets } from './{{engine}}';

const post = (answer) => postMessage(answer);

async function answer(question) {
  if (needs_nets(question)) {
    // What Senet's players have learned: whoever plays mancala need not load it.
    const nets = await fetch(new URL('./{{nets}}', import.meta.url));
    if (nets.ok) bring_nets(new Uint8Array(await nets.arrayBuffer()));
  }
  handle(question, post);
}

let done = init();
// Before the first await: a question that comes early must not be lost. One is answered after the other.
onmessage = ({ data }) => {
  done = done.then(() => answer(data));
  // What goes wrong reaches the page as the worker's error.
  done.catch((error) => setTimeout(() => { throw error; }));
};
