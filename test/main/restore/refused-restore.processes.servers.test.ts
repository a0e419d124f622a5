import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { giveBackDatabase, takeDatabase } from '../../support/database.ts';
import { startServer } from '../../support/processes.ts';
import { cli } from './restorable-world.ts';

test('restore finish refuses while the service runs', async () => {
  const url = await takeUrl();
  const directory = await temporaryDirectory();
  const server = await startServer(url, { DATA_DIR: directory, WORKER: 'off' });

  const { code, errors } = await cli(['restore', 'finish'], url, directory);

  expect({ code, errors }).toEqual({
    code: 1,
    errors: 'The database is in use: stop all processes of the service first\n',
  });
  await server.program.stop();
});

test.runIf(inject('engine') === 'sqlite')('backup and restore refuse what would lose data', async () => {
  const url = await takeUrl();
  const directory = await temporaryDirectory();
  const copy = join(directory, 'copy.sqlite');
  const damaged = join(directory, 'damaged.sqlite');
  await writeFile(damaged, 'SQLite format 3, but not really');

  expect(await cli(['backup', '--to', copy], url, directory)).toMatchObject({ code: 0, errors: '' });
  expect(await cli(['backup', '--to', copy], url, directory)).toMatchObject({ code: 1, errors: `${copy} exists\n` });
  const server = await startServer(url, { DATA_DIR: directory });
  expect(await cli(['restore', '--from', copy], url, directory)).toMatchObject({
    code: 1,
    errors: 'The database is in use: stop all processes of the service first\n',
  });
  await server.program.stop();
  const refused = await cli(['restore', '--from', damaged], url, directory);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('damaged.sqlite') });
  expect((await readdir(directory)).filter((name) => /unfinished|restored/.test(name))).toEqual([]);
  expect(await cli(['restore', '--from', copy], url, directory)).toMatchObject({ code: 0, errors: '' });
});

/** A database that only other processes have open. */
async function takeUrl(): Promise<string> {
  const serverUrl = inject('serverUrl');
  const url = await takeDatabase(inject('engine'), serverUrl);
  onTestFinished(() => giveBackDatabase(serverUrl, url));
  return url;
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'restored-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}
