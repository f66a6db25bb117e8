// Every promise to a player that a browser keeps has a test that names it.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

// Numbers as in the list of promises; those missing here are the terminal's or the command line's.
const PROMISES = {
  G: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16],
  L: [1],
  A: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  W: [1, 2, 3, 4, 5, 6, 7],
  S: [1, 2, 3, 4, 6, 8],
};

test('every promise of the browser is named by a test', async () => {
  const folder = new URL('.', import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.test.js') && file !== 'promises.test.js');
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  // What stands in quotation marks at the beginning of a test, or in a list of tests.
  const names = texts.flatMap((text) => [...text.matchAll(/(?:[tT]est\(|online\(|^  \[)['`]([^'`]+)/gm)].map(([, name]) => name));
  const named = new Set(names.flatMap((name) => name.match(/\b[GLAWS]\d+\b/g) ?? []));
  const missing = Object.entries(PROMISES).flatMap(([letter, numbers]) => numbers.map((number) => `${letter}${number}`)).filter((promise) => !named.has(promise));
  assert.deepEqual(missing, []);
});
