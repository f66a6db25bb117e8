// Whoever hands out the bundle: the real program, or a plain file server that knows nothing of it.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUNDLE = process.env.GEBETA_BUNDLE;

// All pages of a test come from one address, which is less than servers expect of several people.
async function allowAll(home) {
  const folder = join(home, 'config/gebeta');
  await mkdir(folder, { recursive: true });
  const limits = ['rated_per_pair = 1000', 'rated_per_pair_of_one_network = 1000', 'open_games_per_address = 1000'];
  await writeFile(join(folder, 'config.toml'), ['[serve.limits]', ...limits, ''].join('\n'));
}

// Starts `gebeta serve` on a free port, with a home of its own, and gives its address and how to end it. Who was killed can
// be started again with the home and the port it had.
export async function serve(prepare = async () => {}, before = {}) {
  const { GEBETA_PROGRAM: name, GEBETA_EMBEDDED: isEmbedded } = process.env;
  if (!name || !BUNDLE) throw new Error('run these tests with `cargo xtask e2e`');
  const home = before.home ?? (await mkdtemp(join(tmpdir(), 'gebeta-e2e-')));
  const port = before.address ? new URL(before.address).port : 0;
  await prepare(home);
  await allowAll(home);
  // A program with a bundle inside serves that one; one that was built without is told where it is.
  const web = isEmbedded ? [] : ['--web', BUNDLE];
  const program = spawn(name, ['serve', '--listen', `127.0.0.1:${port}`, ...web], {
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    let told = '';
    program.stdout.on('data', (text) => {
      told += text;
      const found = told.match(/http:\S+/);
      if (found) resolve(found[0]);
    });
    program.on('error', reject);
    program.on('exit', (code) => reject(new Error(`gebeta serve ended with ${code}: ${told}`)));
  });
  const stop = (signal) =>
    new Promise((resolve) => {
      program.removeAllListeners('exit');
      program.on('exit', resolve);
      program.kill(signal);
    });
  const end = async () => {
    const code = await stop('SIGTERM');
    await rm(home, { recursive: true, force: true });
    return code;
  };
  return { address, home, end, stop };
}

const TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
};

// A file server as dull as any: the bundle lies in a folder below its root, and it sends no header of ours.
// `change(name, content)` may hand out other content, as a newer build would, or never answer.
export async function serveFiles(change = (_, content) => content) {
  const below = '/some/where/';
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = pathname.slice(below.length) || 'index.html';
    try {
      if (!pathname.startsWith(below) || name.includes('/')) throw new Error('not below the folder');
      const content = await change(name, await readFile(join(BUNDLE, name)));
      response.writeHead(200, { 'content-type': TYPES[name.split('.').pop()] ?? 'application/octet-stream' });
      response.end(content);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}${below}`, end };
}
