import { jsonObject } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import type { EventType } from '../../kernel/event-log/event.ts';
import { recordEach } from '../../kernel/event-log/event-recorder.ts';
import { now } from '../../kernel/values/instant.ts';
import { type CouponSession, fromSessions, sessionColumns } from './session.ts';

/** What happened to sessions, and the API key that caused it. */
interface SessionEvent {
  type: EventType<'COUPON'>;
  keyId: string | null;
}

export async function recordSessions(
  transaction: Transaction,
  { type, keyId }: SessionEvent,
  sessions: readonly CouponSession[],
  traceOf?: (event: { session: string | null }) => string | null,
): Promise<void> {
  await recordEach(
    transaction,
    sessions.map((data) => {
      const { accountId, couponId, session } = data;
      return { kind: 'COUPON', type, keyId, accountId, campaignId: couponId, session, data };
    }),
    traceOf,
  );
}

/** An event that holds further columns of its session, by the names of their properties. */
interface StoredEvent extends SessionEvent {
  columns?: Record<string, string>;
}

/**
 * Records one event for each session that meets the condition, with its current data, in the transaction of the change.
 * For thousands of sessions this is faster than reading them first.
 */
export async function recordSessionsWhere(
  transaction: Transaction,
  event: StoredEvent,
  where: string,
  values: Record<string, Value | readonly string[]>,
): Promise<void> {
  await transaction.change(
    ...bind(
      `INSERT INTO events (id, account_id, kind, type, created_at, campaign_id, session, key_id, data)
       SELECT ${transaction.dialect.newEventId}, s.account_id, 'COUPON', :eventType, :eventTime, s.coupon_id, s.session, :keyId,
         ${jsonObject({ ...sessionColumns, ...event.columns })}
       ${fromSessions} WHERE ${where}`,
      { ...values, eventType: event.type, eventTime: now(), keyId: event.keyId },
    ),
  );
  transaction.signal('events');
}
