/* The part of the baseline that changes many sessions. */
import type { ResultSetHeader } from 'mysql2';
import { jsonObject } from '../src/kernel/database/columns.ts';
import { dialects } from '../src/kernel/database/dialect.ts';
import { now } from '../src/kernel/values/instant.ts';
import { fromSessions, sessionColumns } from '../src/sessions/session/session.ts';
import { newId } from '../src/vocabulary/ids.ts';
import { execute, inTransaction, plain } from './baseline-database.ts';

const { PUBLIC_URL = '', ACCOUNT_ID: accountId = '' } = process.env;
const keyId = 'key_0000000000000000';
const rowsPerStatement = 5000;

const insertSessions = `INSERT INTO coupon_sessions
  (sequence, session, account_id, coupon_id, custom_validation_code, created_at, voided_at, started_at, own_expires_at) VALUES ?`;

const insertEvent = `INSERT INTO events (id, account_id, kind, type, created_at, campaign_id, key_id, data)
  VALUES (?, ?, 'COUPON_EDIT', 'coupon_batch_created', ?, ?, ?, ?)`;

/** Creates sessions in a loop of multi-row INSERTs. */
export async function createSessions(campaign: string, amount: number): Promise<object> {
  const first = await reserve(amount);
  const created = Array.from({ length: amount }, (_, index) => ({
    session: newId('session'),
    sequence: first + index,
  }));
  const time = now();
  const couponCode = await inTransaction(async (connection) => {
    const [coupon] = await execute<{ code: string }[]>(connection, 'SELECT code FROM coupons WHERE id = ? FOR UPDATE', [
      campaign,
    ]);
    for (let start = 0; start < amount; start += rowsPerStatement) {
      const rows = created
        .slice(start, start + rowsPerStatement)
        .map(({ session, sequence }) => [sequence, session, accountId, campaign, null, time, null, null, null]);
      await plain(connection, insertSessions, [rows]);
    }
    const data = JSON.stringify({ amount, firstSequence: first, lastSequence: first + amount - 1 });
    await execute(connection, insertEvent, [newId('event'), accountId, time, campaign, keyId, data]);
    return coupon?.code;
  });
  return {
    campaign,
    action: 'multiple_single_use_codes_created',
    amount,
    data: created.map(({ session, sequence }) => ({
      single_use_code: session,
      sequence_id: sequence,
      single_use_url: `${PUBLIC_URL}/p/${couponCode}/${session}`,
      widget_validation_code: session.slice(0, 6),
      custom_validation_code: '',
    })),
  };
}

function reserve(amount: number): Promise<number> {
  return inTransaction(async (connection) => {
    const sql = "UPDATE sequences SET value = LAST_INSERT_ID(value + ?) WHERE name = 'session'";
    const { insertId } = await execute<ResultSetHeader>(connection, sql, [amount]);
    return insertId - amount + 1;
  });
}

const inRange = 's.coupon_id = ? AND s.sequence BETWEEN ? AND ?';

const insertEvents = `INSERT INTO events (id, account_id, kind, type, created_at, campaign_id, session, key_id, data)
  SELECT ${dialects.mysql.newEventId}, s.account_id, 'COUPON', ?, ?, s.coupon_id, s.session, ?, ${jsonObject(sessionColumns)}
  ${fromSessions} WHERE ${inRange}`;

interface BatchBody {
  campaign: string;
  startsequence: number;
  endsequence: number;
  operation: string;
}

/** Voids or unvoids sessions with one UPDATE, and records the events with one INSERT … SELECT. */
export async function updateSessions({ campaign, startsequence, endsequence, operation }: BatchBody): Promise<object> {
  const time = now();
  const range = [campaign, startsequence, endsequence];
  const set = `UPDATE coupon_sessions s SET voided_at = ? WHERE ${inRange}`;
  const updated = await inTransaction(async (connection) => {
    const voidedAt = operation === 'void' ? time : null;
    const { affectedRows } = await execute<ResultSetHeader>(connection, set, [voidedAt, ...range]);
    await execute(connection, insertEvents, [`coupon_${operation}ed`, time, keyId, ...range]);
    return affectedRows;
  });
  const action = { action: 'sessions_updated', action_date: time.slice(0, 19), action_quantity: updated };
  return { campaign, ...action, startsequence, endsequence };
}
