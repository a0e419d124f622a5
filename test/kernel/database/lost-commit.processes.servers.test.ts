import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Coupon } from '../../../src/coupons/coupon/coupon.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { Client } from '../../support/client.ts';
import { migratedDatabaseUrl } from '../../support/database.ts';
import { type LossyProxy, startLossyProxy } from '../../support/lossy-proxy.ts';
import { makeAccount, makeCoupon, makeSessions } from '../../support/make.ts';
import { type RunningServer, startServer } from '../../support/processes.ts';

const engine = inject('engine');

/** On SQLite the commit is a call within the process. */
describe.skipIf(engine === 'sqlite')('a connection that is lost during the commit', () => {
  let url: string;

  beforeAll(async () => {
    url = await migratedDatabaseUrl(engine, inject('serverUrl'));
  });

  test('of transitions is of no consequence if they took effect, which their stamps show', async () => {
    const { client, coupon, sessions, proxy, types } = await start();
    const [claimed, stored] = sessions.map(({ session }) => session) as [string, string];

    proxy.lose('ANSWER TO COMMIT', claimed);
    const claim = { couponsession: claimed, operation: 'claim' };
    expect(await client.rest('/v3/couponsession/update', claim)).toMatchObject({ status: 200 });
    proxy.lose('ANSWER TO COMMIT', stored);
    const store = { couponsession: stored, customfield1: 'rye' };
    expect(await client.rest('/v3/couponsession/update', store)).toMatchObject({ status: 200 });
    proxy.lose('ANSWER TO COMMIT', coupon.id);
    const range = { campaign: coupon.id, startsequence: sessions[0]?.sequence, operation: 'void' };
    expect(await client.rest('/v3/batch/update', range)).toMatchObject({ status: 200 });

    expect(await types()).toEqual(['coupon_claimed', 'coupon_session_updated', 'coupon_voided', 'coupon_voided']);
  });

  test('is reported as unavailability when nothing shows the outcome, and logged with the id of the request', async () => {
    const { client, coupon, sessions, proxy, types, server } = await start();
    const session = sessions[0]?.session ?? '';

    proxy.lose('COMMIT', session);
    const claim = { couponsession: session, operation: 'claim' };
    const refused = await client.rest('/v3/couponsession/update', claim);
    expect(refused).toMatchObject({ status: 503, codes: [1004] });
    proxy.lose('ANSWER TO COMMIT', coupon.id);
    expect(await client.rest('/v3/singleuse/create', { campaign: coupon.id })).toMatchObject({ status: 503 });

    expect(await types()).toEqual(['coupon_session_created']);
    const notes = () =>
      server.program.output.split('\n').filter((line) => line.includes('outcome of a commit unknown'));
    await expect.poll(notes).toHaveLength(2);
    expect(notes()[0]).toContain(`"requestId":"${refused.headers.get('x-request-id')}"`);
    expect(await client.rest('/v3/couponsession/update', claim)).toMatchObject({ status: 200 });
  });

  interface Scene {
    server: RunningServer;
    proxy: LossyProxy;
    client: Client;
    coupon: Coupon;
    sessions: { session: string; sequence: number }[];
    /** Returns the types of the coupon's events. */
    types(): Promise<string[]>;
  }

  async function start(): Promise<Scene> {
    const database: Database = await openDatabase(url, model);
    onTestFinished(() => database.close());
    const proxy = await startLossyProxy(url);
    const server = await startServer(proxy.url, { LOG_LEVEL: 'warn', WORKER: 'off' });
    const client = new Client(server.url, await makeAccount(database));
    const coupon = await makeCoupon(database, client.owner);
    const sessions = await makeSessions(database, coupon, [{}, {}]);
    const types = async () => {
      const select = 'SELECT type FROM events WHERE campaign_id = ? ORDER BY number';
      return (await database.rows<{ type: string }>(select, [coupon.id])).map(({ type }) => type);
    };
    return { server, proxy, client, coupon, sessions, types };
  }
});
