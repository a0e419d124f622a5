import { z } from 'zod';
import { shared } from '../api/loaders.ts';
import { query } from '../api/query.ts';
import { selectList } from '../database/columns.ts';
import { bind } from '../database/dialect.ts';
import { Problem } from '../problem.ts';
import { sessionCode } from './inputs.ts';
import { type CouponSession, fromSessions, sessionColumns } from './session.ts';
import { CouponSessionType } from './session.type.ts';

export const couponSession = query({
  name: 'couponSession',
  description: 'One session by its code.',
  scope: 'READ',
  input: z.object({ session: sessionCode }),
  type: CouponSessionType,
  problems: ['SESSION_NOT_FOUND'],
  run: ({ input, viewer, database }) => findSession(database, { session: input.session, accountId: viewer.account.id }),
});

const statement = `SELECT ${selectList(sessionColumns)} ${fromSessions} WHERE s.session IN (:sessions) AND c.deleted_at IS NULL`;

/** The sessions of simultaneous requests come from one statement. */
const findSession = shared<{ session: string; accountId: string }, CouponSession>(async (database, keys) => {
  const rows = await database.rows<CouponSession>(...bind(statement, { sessions: keys.map(({ session }) => session) }));
  const found = new Map(rows.map((row) => [row.session, row]));
  return keys.map(({ session, accountId }) => {
    const row = found.get(session);
    return row?.accountId === accountId ? row : new Problem('SESSION_NOT_FOUND');
  });
});
