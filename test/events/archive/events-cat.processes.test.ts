import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Program } from '../../support/processes.ts';
import { archiveOf, directory, event, whole } from './archives.ts';

test('npm run cli -- events cat prints the archive without a database', async () => {
  const folder = await directory();
  await archiveOf(folder, whole);
  const cat = (...options: string[]) =>
    new Program('cli.ts', ['events', 'cat', ...options], { EVENTS_ARCHIVE: folder }).ended;

  const printed = await cat('--after', '9999', '--up-to', '10001', '--type', 'subaccount_created');

  expect(printed.errors).toBe('');
  expect(
    printed.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { position: 10_000, event: expect.objectContaining({ id: 'evt_10000', datetime: event.datetime }) },
    { position: 10_001, event: expect.objectContaining({ id: 'evt_10001', account: 'acc_1', campaign: 'coup_1' }) },
  ]);
  expect(printed.code).toBe(0);

  await rm(join(folder, 'events-000000000020000.ndjson.gz'));
  const damaged = await cat();
  expect([damaged.code, damaged.errors]).toEqual([1, 'events-000000000020000.ndjson.gz is missing in the archive\n']);
  const none = await new Program('cli.ts', ['events', 'cat']).ended;
  expect([none.code, none.errors]).toEqual([1, expect.stringContaining('Set EVENTS_ARCHIVE')]);
});
