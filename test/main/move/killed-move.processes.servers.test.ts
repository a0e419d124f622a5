import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import type { Product } from '../../support/existing-product.ts';
import { Program } from '../../support/processes.ts';
import { commandOf, counted, environmentOf, expectAll, startProduct } from './moves.ts';

const app = useAppWithDatabaseOfItsOwn();

/** The large move runs with `MOVE_SESSIONS=100000 MOVE_USERS=10000`. */
const { MOVE_SESSIONS = '3000', MOVE_USERS = '300' } = process.env;

test('a move that is killed five times stores every session and user once', { timeout: 1_800_000 }, async () => {
  const product = await startProduct(Number(MOVE_SESSIONS), Number(MOVE_USERS));
  const client = await app.client();
  const stored = async (table: string) => {
    const where = `FROM ${table} WHERE account_id = ?`;
    const [found] = await app.database.rows<{ amount: number }>(`SELECT COUNT(*) AS amount ${where}`, [
      client.owner.account.id,
    ]);
    return Number(found?.amount);
  };
  for (let kill = 1; kill <= 5; kill += 1) {
    const running = start(product, client);
    const [table, amount] =
      kill < 5 ? ['coupon_sessions', ((kill - 1) * Number(MOVE_SESSIONS)) / 5] : ['loyalty_members', 0];
    await expect.poll(() => stored(table), { timeout: 600_000, interval: 5 }).toBeGreaterThan(amount);
    await running.stop('SIGKILL');
  }

  const begun = performance.now();
  const { code, output, errors } = await start(product, client).ended;
  if (process.env.MOVE_SESSIONS) console.log(`${output}last run: ${Math.round(performance.now() - begun)} ms`);

  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(counted(output, 'sessions')).toEqual([Number(MOVE_SESSIONS), Number(MOVE_SESSIONS), 0, 0, 0]);
  expect(counted(output, 'users')).toEqual([Number(MOVE_USERS), Number(MOVE_USERS), 0, 0, 0]);
  await expectAll(app.database, client, product);
});

function start(product: Product, client: Client): Program {
  return new Program('cli.ts', commandOf(product, client), environmentOf(app));
}
