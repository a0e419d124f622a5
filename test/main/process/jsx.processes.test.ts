import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Program } from '../../support/processes.ts';

const script = fileURLToPath(new URL('show-greeting.ts', import.meta.url));
const greeting = '<p class="greeting">Grüße, <b>Ada</b>! </p>\n';

let cache: string;

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'jsx-'));
  onTestFinished(() => rmSync(cache, { recursive: true }));
});

function show(directory: string | undefined) {
  return new Program(script, [], { NODE_COMPILE_CACHE: directory }).ended;
}

test('the first start transforms all files, and later ones read what it has kept', async () => {
  const first = await show(cache);
  const second = await show(cache);

  expect(first).toMatchObject({ code: 0, output: `${greeting}transformed\n`, errors: '' });
  expect(second).toMatchObject({ code: 0, output: `${greeting}from the cache\n`, errors: '' });
});

test('processes that start at the same time do not disturb each other', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => show(cache)));

  expect(all.map(({ output, errors }) => output.split('\n')[0] + errors)).toEqual(Array(4).fill(greeting.trimEnd()));
  expect(keptFiles().filter((name) => name.includes('-'))).toEqual([]);
});

test('without a folder for compiled code, every start transforms them', async () => {
  expect(await show(undefined)).toMatchObject({ code: 0, output: `${greeting}transformed\n`, errors: '' });
});

test('a folder that cannot be written prevents no start', async () => {
  await show(cache);
  const [folder = ''] = jsxFolders();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file in place of the folder');

  expect(await show(cache)).toMatchObject({ code: 0, output: `${greeting}transformed\n`, errors: '' });
});

function jsxFolders(): string[] {
  return readdirSync(cache).map((version) => join(cache, version, 'jsx'));
}

function keptFiles(): string[] {
  return jsxFolders().flatMap((folder) => readdirSync(folder));
}
