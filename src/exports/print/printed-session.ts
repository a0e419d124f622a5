import type { Connection } from '../../kernel/database/database.ts';
import type { Named } from '../../kernel/database/statement.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { stateConditions } from '../../sessions/search/session-list.ts';
import { fromSessionsBy, sessionColumns } from '../../sessions/session/session.ts';
import type { PrintSheet, SheetProgress } from './code-sheet.ts';

export interface PrintedSession {
  sequence: number;
  session: string;
  customValidationCode: string | null;
  expiresAt: Instant | null;
}

/**
 * The maximum number of sessions that a step reads. Millions of the coupon's sessions can be in a state that is not
 * printed.
 */
const maxRead = 500;

type Progress = Pick<SheetProgress, 'after' | 'rest' | 'isComplete'>;

interface Next {
  sessions: PrintedSession[];
  after: number | null;
  isEnd: boolean;
}

/**
 * Returns the waiting sessions. If there are fewer than `enough`, adds the next ones: newest first, or those of a range
 * in order.
 */
export async function nextSessions(
  connection: Connection,
  sheet: PrintSheet,
  { after, rest, isComplete }: Progress,
  enough: number,
): Promise<Next> {
  const waiting =
    rest.length === 0 ? [] : await read(connection, sheet, 's.sequence IN (:rest)', { rest }, rest.length);
  if (isComplete || waiting.length >= enough) return { sessions: waiting.filter(isWanted), after, isEnd: isComplete };
  const { first, last } = sheet;
  const condition = [
    's.sequence >= :first AND s.sequence <= :last',
    ...(after === null ? [] : [`s.sequence ${isRange(sheet) ? '>' : '<'} :after`]),
  ].join(' AND ');
  const values = { first: first ?? 0, last: last ?? Number.MAX_SAFE_INTEGER, after };
  const found = await read(connection, sheet, condition, values, maxRead);
  return {
    sessions: [...waiting, ...found].filter(isWanted),
    after: found.at(-1)?.sequence ?? after,
    isEnd: found.length < maxRead,
  };
}

const isWanted = (session: { isWanted: number }) => Number(session.isWanted) === 1;

const isRange = ({ first, last }: PrintSheet) => first !== null || last !== null;

async function read(
  connection: Connection,
  sheet: PrintSheet,
  condition: string,
  values: Named,
  max: number,
): Promise<(PrintedSession & { isWanted: number })[]> {
  const { state, coupon } = sheet;
  const conditions = [
    ...(state ? [stateConditions[state]] : []),
    ...(state === 'VOIDED' ? [] : ['s.voided_at IS NULL']),
  ].join(' AND ');
  return connection.rows(
    `SELECT s.sequence AS sequence, s.session AS session, s.custom_validation_code AS customValidationCode,
         CAST(${sessionColumns.expiresAt} AS CHAR(23)) AS expiresAt, CASE WHEN ${conditions} THEN 1 ELSE 0 END AS isWanted
       ${fromSessionsBy(connection.dialect, 'sequence')} WHERE s.coupon_id = :coupon AND ${condition}
       ORDER BY s.sequence ${isRange(sheet) ? '' : 'DESC'} LIMIT ${max}`,
    { ...values, coupon, now: now() },
  );
}
