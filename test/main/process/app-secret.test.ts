import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Secrets } from '../../../src/kernel/security/secrets.ts';
import { secretsOf } from '../../../src/main/process/app-secret.ts';

let DATA_DIR: string;

beforeEach(async () => {
  DATA_DIR = await mkdtemp(path.join(tmpdir(), 'secret-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
});

test('processes that start at once on a new directory get one secret', async () => {
  const directory = path.join(DATA_DIR, 'new');

  const all = await Promise.all(Array.from({ length: 8 }, () => generated(directory)));

  const [signature] = all.map((secrets) => secrets.sign('text'));
  for (const secrets of all) expect(secrets.isSignature('text', signature ?? '')).toBe(true);
  expect(await readdir(directory)).toEqual(['secret']);
  const file = path.join(directory, 'secret');
  expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await generated(directory)).sign('text')).toBe(signature);
});

test.each(['', '\n', 'short', ' '.repeat(64)])(
  'the server does not start with the secret %j, which can be guessed',
  async (secret) => {
    await writeFile(path.join(DATA_DIR, 'secret'), secret);

    await expect(generated(DATA_DIR)).rejects.toThrow(/^DATA_DIR contains a damaged secret: /);

    expect(await readFile(path.join(DATA_DIR, 'secret'), 'utf8')).toBe(secret);
  },
);

test('a directory that cannot be written is told in one line', async () => {
  await writeFile(path.join(DATA_DIR, 'file'), '');

  await expect(generated(path.join(DATA_DIR, 'file', 'data'))).rejects.toThrow(/^Cannot store a secret in DATA_DIR: /);
});

function generated(directory: string): Promise<Secrets> {
  return secretsOf({ APP_SECRET: undefined, PREVIOUS_APP_SECRETS: [], DATA_DIR: directory });
}
