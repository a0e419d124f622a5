/*
 * A server written by hand for speed: node:http, prepared statements of mysql2, and the SQL and responses of the service.
 * It has no credentials, no checks of the input, no log and no retries.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { ResultSetHeader } from 'mysql2';
import { selectList } from '../src/kernel/database/columns.ts';
import { dialects } from '../src/kernel/database/dialect.ts';
import { bind, type Value } from '../src/kernel/database/statement.ts';
import { now } from '../src/kernel/values/instant.ts';
import { type CouponSession, fromSessions, fromSessionsBy, sessionColumns } from '../src/sessions/session/session.ts';
import { transitions, updateStatement } from '../src/sessions/transition/transition.ts';
import { newId } from '../src/vocabulary/ids.ts';
import { execute, inTransaction, pool } from './baseline-database.ts';
import { createSessions, updateSessions } from './baseline-sets.ts';
import { sessionItem } from './session-item.ts';

const { PORT, PUBLIC_URL = '', ACCOUNT_ID: accountId = '' } = process.env;

type Body = Record<string, string>;

const keyId = 'key_0000000000000000';

const columns = selectList(sessionColumns);
const lookup = `SELECT ${columns} ${fromSessions} WHERE s.session = ? AND c.deleted_at IS NULL`;

const list = `SELECT ${columns} ${fromSessionsBy(dialects.mysql, 'sequence')} WHERE s.coupon_id = ?
  ORDER BY s.sequence DESC LIMIT 100`;

const [claim, claimValues] = bind(
  updateStatement(dialects.mysql, transitions.claim, {
    index: 'session',
    condition: 's.session = :session',
  }),
  namesOf('session', 'accountId', 'now', 'claimType', 'location', 'holdKey', 'transitionId'),
);

const insertEvent = `INSERT INTO events (id, account_id, kind, type, created_at, campaign_id, session, key_id, data)
  VALUES (?, ?, 'COUPON', 'coupon_claimed', ?, ?, ?, ?, ?)`;

const insertMark = `INSERT INTO session_marks (coupon_id, kind, at, sequence) VALUES (?, 'claimed', ?, ?)`;

const routes: Record<string, (body: Body) => Promise<object>> = {
  '/v3/couponsession/data': async ({ couponsession = '' }) => {
    const [row] = await execute<CouponSession[]>(pool, lookup, [couponsession]);
    if (!row) throw new Error('not found');
    return {
      campaign: row.couponId,
      action: 'retrieve_all_session_data',
      session: row.session,
      session_url: `${PUBLIC_URL}/p/${row.couponCode}/${row.session}`,
      sequenceid: String(row.sequence),
      customid: row.customId ?? '',
      data: sessionItem(row, PUBLIC_URL, now()),
    };
  },
  '/v3/campaign/data': async ({ campaign = '' }) => {
    const found = await execute<CouponSession[]>(pool, list, [campaign]);
    const time = now();
    return {
      campaign,
      action: 'retrieve_all_data',
      amount_of_results: found.length,
      page: 1,
      data: found.map((row) => sessionItem(row, PUBLIC_URL, time)),
    };
  },
  '/v3/couponsession/update': async ({ couponsession = '' }) => {
    const row = await claimSession(couponsession);
    return {
      campaign: row.couponId,
      action: 'update_session',
      action_date: now().slice(0, 19),
      session: row.session,
      customid: row.customId ?? '',
      operation: 'claim_successful',
      data: sessionItem(row, PUBLIC_URL, now()),
    };
  },
  '/v3/multiplesingleuse/create': ({ campaign, amount }) => createSessions(String(campaign), Number(amount)),
  '/v3/batch/update': (body) => updateSessions(body as never),
};

/** Uses one transaction for each claim: BEGIN, UPDATE, SELECT, two INSERTs, COMMIT. */
function claimSession(session: string): Promise<CouponSession> {
  return inTransaction(async (connection) => {
    const time = now();
    const given: Record<string, Value> = {
      session,
      accountId,
      now: time,
      claimType: 'API',
      holdKey: '',
      transitionId: 0,
    };
    const values = claimValues.map((name) => given[String(name)] ?? null);
    const { affectedRows } = await execute<ResultSetHeader>(connection, claim, values);
    const [row] = await execute<CouponSession[]>(connection, lookup, [session]);
    if (!row || affectedRows === 0) throw new Error('not claimed');
    const data = JSON.stringify(row);
    await execute(connection, insertEvent, [newId('event'), row.accountId, time, row.couponId, session, keyId, data]);
    await execute(connection, insertMark, [row.couponId, time, row.sequence]);
    return row;
  });
}

/** Binds each name to itself, which gives the positions of the parameters. */
function namesOf(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += chunk));
  request.on('end', async () => {
    try {
      const reply = await routes[request.url ?? '']?.(JSON.parse(text));
      answer(response, reply ? 200 : 404, { status: { status: 'OK' }, ...reply });
    } catch (error) {
      answer(response, 500, { status: { status: 'failed', error: String(error) } });
    }
  });
}).listen(Number(PORT), '127.0.0.1');

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
