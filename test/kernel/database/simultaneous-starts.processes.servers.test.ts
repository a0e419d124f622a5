import { expect, test } from 'vitest';
import { isMigrated } from '../../../src/kernel/database/migration.ts';
import { Program, startServer } from '../../support/processes.ts';
import { drift } from './schema-drift.ts';
import { openEmpty } from './scratch.ts';

test('simultaneous processes migrate a database once', async () => {
  const { database, url } = await openEmpty();

  const programs = Array.from({ length: 4 }, () => new Program('cli.ts', ['migrate'], { DATABASE_URL: url }));
  const endings = await Promise.all(programs.map(({ ended }) => ended));

  expect(endings.map(({ code, errors }) => ({ code, errors }))).toEqual(endings.map(() => ({ code: 0, errors: '' })));
  const outputs = endings.map(({ output }) => output.trim());
  expect(outputs.filter((output) => output.startsWith('Ran '))).toHaveLength(1);
  expect(outputs.filter((output) => output === 'Nothing to do')).toHaveLength(3);
  expect(await isMigrated(database)).toBe(true);
  expect(await drift(database)).toEqual([]);
});

test('servers that start simultaneously on an empty database all serve', async () => {
  const { url } = await openEmpty();

  const servers = await Promise.all([startServer(url), startServer(url)]);

  for (const server of servers) {
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await server.program.stop()).code).toBe(0);
  }
});
