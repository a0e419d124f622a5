import type { Connection } from '../../kernel/database/database.ts';
import type { Page, Searched } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { type CouponSession, sessionColumns, sessionSelectList } from '../session/session.ts';
import { byCreation, type Which } from './session-list.ts';

/** The states without an index, because sessions leave them again or most sessions are in them. */
export const sessionStates = ['UNCLAIMED', 'LOCKED', 'VOIDED', 'EXPIRED'] as const;
export type StateFilter = (typeof sessionStates)[number];

export const stateConditions: Record<StateFilter, string> = {
  UNCLAIMED: 's.claimed_at IS NULL',
  LOCKED: 's.locked_at IS NOT NULL',
  VOIDED: 's.voided_at IS NOT NULL',
  EXPIRED: `${sessionColumns.expiresAt} <= :now`,
};

/** Sequence ids alone order the list, but every cursor has a time. */
const noTime = '1970-01-01 00:00:00.000';

/** The most sessions that a page reads, which takes up to 50 ms. A coupon can have millions in another state. */
export const mostRead = 10_000;

/** Returns a page of the sessions in a state, newest first. It is short when the last session that it may read ended it. */
export async function pageByState(
  connection: Connection,
  { state, ...which }: Which & { state: StateFilter },
  page: Page,
  most = mostRead,
): Promise<Searched<CouponSession>> {
  const { sessions, positions, keyset } = await byCreation(connection, which);
  const place = keyset(page);
  const { ending } = keyset({ ...page, size: 0 });
  const [last] = await connection.rows<{ sequence: number }>(
    `SELECT ${positions.columns} ${positions.sql} ${place.condition} ${ending} OFFSET ${most - 1}`,
    [...positions.parameters, ...place.values],
  );
  const [condition, values] = bind(stateConditions[state], { now: now() });
  const found = await connection.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${sessions.sql} ${place.condition}
       ${last ? `AND s.sequence ${page.backward ? '<=' : '>='} ?` : ''} AND ${condition} ${place.ending}`,
    [...sessions.parameters, ...place.values, ...(last ? [last.sequence] : []), ...values],
  );
  return { found, stoppedAt: last ? [noTime, last.sequence] : null };
}
