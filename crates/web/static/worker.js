// The thinking part, apart from the page so that the page never waits for it: a question in, answers out, as text.
import init, { handle } from './{{engine}}';

const waiting = [];
// Before the first await: a question that comes early must not be lost.
onmessage = ({ data }) => waiting.push(data);

const post = (answer) => postMessage(answer);
await init();
waiting.forEach((question) => handle(question, post));
onmessage = ({ data }) => handle(data, post);
