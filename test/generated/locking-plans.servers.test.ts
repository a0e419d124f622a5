import mysql2 from 'mysql2/promise';
import { beforeAll, expect, inject, test } from 'vitest';
import { operations } from '../../src/api/operation.ts';
import { model } from '../../src/main/registries/tables.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import { fillerOf } from '../support/filler.ts';
import { runJobs } from '../support/jobs.ts';
import { type LockingPlans, recordLockingPlans } from '../support/plans.ts';
import { callOperation } from './answers.ts';
import { inputOf } from './things.ts';
import { callInUsedWorld, useWorlds, type World } from './worlds.ts';

/** Tables in which callers add no rows. */
const small = ['audit_chains', 'process_heartbeats'];

/** Enough rows for an optimizer to prefer an index, if there is one. */
const amount = 1000;

const app = useAppWithDatabaseOfItsOwn();
const untouchedWorld = useWorlds(app);
const onServers = inject('engine') !== 'sqlite';
let plans: LockingPlans | undefined;
let used: World | undefined;

beforeAll(async () => {
  if (!onServers) return;
  await fillTables();
  used = await untouchedWorld();
  plans = recordLockingPlans(app.database, amount / 2);
});

const mutations = [...operations.values()].filter(({ kind }) => kind === 'mutation');

test.runIf(onServers).each(mutations)('$name finds the rows that it locks in an index', async (operation) => {
  if (!used) throw new Error('there is no world');

  const { world } = await callInUsedWorld(used, untouchedWorld, ({ client, things }) =>
    callOperation(client, operation, inputOf(operation, things)),
  );
  used = world;

  expect(plans?.takeScans()).toEqual([]);
});

test.runIf(onServers)('jobs find the rows that they lock in an index', async () => {
  const { client, things } = await untouchedWorld();
  const { codes } = await client.graphql(
    'mutation ($id: ID!) { voidCoupon(input: { id: $id }) { id } deleteCoupon(input: { id: $id }) { id } }',
    { id: things.coupon },
  );
  expect(codes).toEqual([]);

  await runJobs(app.database);

  expect(plans?.takeScans()).toEqual([]);
  expect(plans?.explained).toBeGreaterThan(100);
});

/** Fills every table that callers can grow with rows of other accounts. */
async function fillTables(): Promise<void> {
  const connection = await mysql2.createConnection(app.databaseUrl.replace(/^mariadb:/, 'mysql:'));
  await connection.query('SET foreign_key_checks = 0');
  const tables = model.entities.filter(({ options }) => !small.includes(String(options.tableName)));
  for (const table of tables) {
    const { columns, rows } = fillerOf(table, amount);
    await connection.query(`INSERT INTO ${table.options.tableName} (${columns.join(', ')}) VALUES ?`, [rows]);
  }
  await connection.query(`ANALYZE TABLE ${tables.map(({ options }) => options.tableName).join(', ')}`);
  await connection.end();
}
