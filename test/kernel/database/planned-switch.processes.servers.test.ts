import { createConnection } from 'mysql2/promise';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startServer as startDatabase } from '../../../scripts/databases/find.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { isUnavailable } from '../../../src/kernel/database/failures.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { startBalancer } from '../../support/balancer.ts';

const engine = inject('engine');

/** More than a process has connections. */
const many = 40;

/** Starts a server with a table that a user without special rights may change, and returns the address for the user. */
async function startMember(): Promise<{ url: string; demote(): Promise<void> }> {
  const server = await startDatabase(engine as 'mysql' | 'mariadb');
  onTestFinished(() => server.stop());
  const connection = await createConnection(server.url.replace(/^mariadb:/, 'mysql:'));
  onTestFinished(() => connection.end());
  await connection.query('CREATE DATABASE switched');
  await connection.query('CREATE TABLE switched.writes (number BIGINT NOT NULL PRIMARY KEY)');
  await connection.query(`CREATE USER 'app'@'%' IDENTIFIED BY 'secret'`);
  await connection.query(`GRANT ALL ON switched.* TO 'app'@'%'`);
  const url = new URL(server.url);
  Object.assign(url, { username: 'app', password: 'secret', pathname: '/switched' });
  return { url: url.href, demote: async () => void (await connection.query('SET GLOBAL read_only = ON')) };
}

test.skipIf(engine === 'sqlite')(
  'after a planned switch, writes reach the new primary, although connections to the old one survive',
  async () => {
    const [old, next] = await Promise.all([startMember(), startMember()]);
    const balancer = await startBalancer(old.url);
    const database = await openDatabase(balancer.url, model);
    onTestFinished(() => database.close());
    await Promise.all(Array.from({ length: many }, (_, number) => write(database, number)));

    await old.demote();
    balancer.moveTo(next.url);
    const failures = await Promise.all(Array.from({ length: many }, (_, number) => write(database.background, number)));
    for (let round = 0; round < 3; round += 1) failures.push(...(await writeAll(database, many * (round + 1))));

    const refused = failures.filter((failure) => failure !== null);
    expect(refused.filter((failure) => !isUnavailable(failure))).toEqual([]);
    expect(refused.length, 'each connection fails once').toBeGreaterThan(0);
    expect(await writeAll(database, many * 4)).toEqual(Array(many).fill(null));
    expect(await writeAll(database.background, many * 5)).toEqual(Array(many).fill(null));
  },
);

function writeAll(database: Database, from: number): Promise<unknown[]> {
  return Promise.all(Array.from({ length: many }, (_, number) => write(database, from + number)));
}

/** Returns the failure, or null. */
function write(database: Database, number: number): Promise<unknown> {
  return database
    .transaction((transaction) => transaction.change('INSERT INTO writes (number) VALUES (?)', [number]))
    .then(() => null)
    .catch((error: unknown) => error);
}
