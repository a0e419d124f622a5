import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer as startDatabase } from '../../../scripts/databases/find.ts';
import type { DatabaseServer } from '../../../scripts/databases/server.ts';
import type { Coupon } from '../../../src/coupons/coupon/coupon.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { Client } from '../../support/client.ts';
import { emptyDatabaseUrl } from '../../support/database.ts';
import { makeAccount, makeCoupon } from '../../support/make.ts';
import { type RunningServer, startServer } from '../../support/processes.ts';

const engine = inject('engine');

/** SQLite has no server that could fail. */
describe.skipIf(engine === 'sqlite')('while the database server is restarted', () => {
  let server: DatabaseServer;
  let database: Database;
  let service: RunningServer;
  let client: Client;
  let coupon: Coupon;

  beforeAll(async () => {
    server = await startDatabase(engine as 'mysql' | 'mariadb');
    const url = await emptyDatabaseUrl(engine, server.url);
    service = await startServer(url, { LOG_LEVEL: 'silent', RATE_LIMIT: '0' });
    database = await openDatabase(url, model);
    client = new Client(service.url, await makeAccount(database));
    coupon = await makeCoupon(database, client.owner);
  });

  afterAll(async () => {
    await database?.close();
    await service?.program.stop('SIGKILL');
    await server?.stop();
  });

  test('calls report unavailability, recover without a restart, and lose nothing that was confirmed', async () => {
    const load = startLoad();
    await load.successes(20);
    const stranger = new Client(service.url, await makeAccount(database));
    const known = connect(client);
    await once(known, 'message');

    await server.restart(async () => {
      await expect.poll(() => statusOf('/readyz')).toBe(503);
      expect(await statusOf('/healthz')).toBe(200);
      const rest = await client.rest('/v3/couponsession/data', { couponsession: '0'.repeat(21) });
      expect([rest.status, rest.codes]).toEqual([503, [1004]]);
      const graphql = await client.graphql('{ coupons { nodes { id } } }');
      expect([graphql.status, graphql.codes]).toEqual([503, ['UNAVAILABLE']]);
      expect(await follow(known)).toMatch(/"code":"UNAVAILABLE"/);
      expect(await once(connect(stranger), 'close')).toMatchObject({ 0: 1013 });
    });
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    await load.successes(20);
    const { created, claimed, refusals } = await load.stop();

    expect(refusals).not.toEqual([]);
    expect([...new Set(refusals)].filter((refusal) => !unavailable.includes(refusal))).toEqual([]);
    expect(await sessionsWith('coupon_session_created')).toEqual(expect.arrayContaining(created));
    const claims = await sessionsWith('coupon_claimed');
    expect(claims).toEqual(expect.arrayContaining(claimed));
    expect(claims).toEqual([...new Set(claims)]);
    expect(claims).toEqual(await claimedSessions());
    expect((await service.program.stop()).code).toBe(0);
  });

  const unavailable = ['503 1004', '503 UNAVAILABLE'];

  /** Simulates customers who create and claim sessions in a loop, by REST and GraphQL, despite failed calls. */
  function startLoad() {
    const created: string[] = [];
    const claimed: string[] = [];
    const refusals: string[] = [];
    let running = true;
    const customers = Array.from({ length: 16 }, async (_, index) => {
      const [create, claim] = index % 2 === 0 ? [createByRest, claimByRest] : [createByGraphQL, claimByGraphQL];
      while (running) {
        const session = await create().catch((refusal: Refusal) => void refusals.push(refusal.message));
        if (session) created.push(session);
        if (session && (await claim(session).catch((refusal: Refusal) => void refusals.push(refusal.message))))
          claimed.push(session);
      }
    });
    const successes = async (amount: number) => {
      const enough = claimed.length + amount;
      await expect.poll(() => claimed.length).toBeGreaterThan(enough);
    };
    const stop = async () => {
      running = false;
      await Promise.all(customers);
      return { created, claimed, refusals };
    };
    return { successes, stop };
  }

  /** Opens a WebSocket and sends its credentials. */
  function connect({ url, headers }: Client): WebSocket {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: headers })));
    return socket;
  }

  async function follow(socket: WebSocket): Promise<string> {
    const query = 'subscription { webhookEvents { position } }';
    socket.send(JSON.stringify({ id: 'one', type: 'subscribe', payload: { query } }));
    const [message] = await once(socket, 'message');
    return String(message);
  }

  async function createByRest(): Promise<string> {
    const { status, body, codes } = await client.rest('/v3/singleuse/create', { campaign: coupon.id });
    if (status !== 200) throw new Refusal(`${status} ${codes}`);
    return body.single_use_code;
  }

  async function claimByRest(session: string): Promise<boolean> {
    const fields = { couponsession: session, operation: 'claim' };
    const { status, codes } = await client.rest('/v3/couponsession/update', fields);
    if (status !== 200) throw new Refusal(`${status} ${codes}`);
    return true;
  }

  async function createByGraphQL(): Promise<string> {
    const { status, data, codes } = await client.graphql(
      'mutation ($coupon: ID!) { createSingleUseUrl(input: { coupon: $coupon }) { session { session } } }',
      { coupon: coupon.id },
    );
    if (codes.length > 0) throw new Refusal(`${status} ${codes}`);
    return data.createSingleUseUrl.session.session;
  }

  async function claimByGraphQL(session: string): Promise<boolean> {
    const { status, codes } = await client.graphql(
      'mutation ($session: ID!) { claimCouponSession(input: { session: $session }) { session } }',
      { session },
    );
    if (codes.length > 0) throw new Refusal(`${status} ${codes}`);
    return true;
  }

  async function statusOf(path: string): Promise<number> {
    return (await fetch(service.url + path)).status;
  }

  /** Returns the session of each event of a type. A session may occur several times. */
  async function sessionsWith(type: string): Promise<string[]> {
    const select = 'SELECT session FROM events WHERE campaign_id = ? AND type = ? ORDER BY session';
    return (await database.rows<{ session: string }>(select, [coupon.id, type])).map(({ session }) => session);
  }

  async function claimedSessions(): Promise<string[]> {
    const select =
      'SELECT session FROM coupon_sessions WHERE coupon_id = ? AND claimed_at IS NOT NULL ORDER BY session';
    return (await database.rows<{ session: string }>(select, [coupon.id])).map(({ session }) => session);
  }
});

class Refusal extends Error {}
