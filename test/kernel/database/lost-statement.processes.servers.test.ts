import { expect, inject, onTestFinished, test } from 'vitest';
import { startServer as startDatabase } from '../../../scripts/databases/find.ts';
import { openPool } from '../../../src/kernel/database/engines/connection-pool.ts';
import { execute } from '../../../src/kernel/database/engines/mysql-transaction.ts';
import { timeoutOfWorkers } from '../../../src/kernel/database/engines/timeout.ts';
import { isSilence } from '../../../src/kernel/database/failures.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';

const engine = inject('engine');
/** SQLite has no server that could be silent. */
const onServers = test.skipIf(engine === 'sqlite');

onServers('workers wait for a long statement as long as the server executes it', async () => {
  const pool = openWorkersPool(inject('serverUrl'));

  // MySQL's information_schema cannot show an emoji.
  expect(await execute(pool, `SELECT SLEEP(2) AS slept, '🥐' AS eaten`)).toEqual([{ slept: 0, eaten: '🥐' }]);
});

onServers('workers give up a statement whose answer got lost', async () => {
  const proxy = await startLossyProxy(inject('serverUrl'));
  const pool = openWorkersPool(proxy.url);
  proxy.lose('ANSWERS', 'lost');

  expect(await failureOf(execute(pool, `SELECT 'lost'`))).toSatisfy(isSilence);
  expect(await execute(pool, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

onServers('workers give up a server that is suspended, and use it again when it goes on', async () => {
  const server = await startDatabase(engine as 'mysql' | 'mariadb');
  onTestFinished(() => server.stop());
  const pool = openWorkersPool(server.url);
  await execute(pool, 'SELECT 1 AS one');

  await server.whileSuspended(async () => {
    expect(await failureOf(execute(pool, 'SELECT 1 AS one'))).toSatisfy(isSilence);
  });

  expect(await execute(pool, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

function openWorkersPool(url: string) {
  const limits = {
    ...timeoutOfWorkers,
    name: 'test',
    silenceMilliseconds: 500,
    connections: 2,
    beginsByItself: false,
  };
  const uri = url.replace(/^mariadb:/, 'mysql:');
  const pool = openPool({ uri, connectionLimit: 2 }, engine as 'mysql' | 'mariadb', limits, {
    closed: false,
    renewals: 0,
  });
  onTestFinished(() => void pool.end());
  return pool;
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}
