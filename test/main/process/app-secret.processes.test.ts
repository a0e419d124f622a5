import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startAndFail } from '../../support/processes.ts';

test('the server exits with one line if its secret is damaged', async () => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'secret-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  await writeFile(path.join(DATA_DIR, 'secret'), 'short');

  const { code, line } = await startAndFail({ DATA_DIR, APP_SECRET: '', PORT: '0' });

  expect([code, line]).toEqual([1, expect.stringMatching(/^DATA_DIR contains a damaged secret: /)]);
});
