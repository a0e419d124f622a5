import { jsonObject } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { type EventType, recordEach } from '../../kernel/event-log/event.ts';
import { now } from '../../kernel/values/instant.ts';
import { type CouponSession, fromSessions, sessionColumns } from './session.ts';

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

interface StoredEvent extends SessionEvent {
  columns?: Record<string, string>;
}

/**
 * Records events in the transaction of the change, with the current data. Reading thousands of sessions first would be
 * slower.
 */
export async function recordSessionsWhere(
  transaction: Transaction,
  event: StoredEvent,
  where: string,
  values: Record<string, Value | readonly string[]>,
): Promise<void> {
  await transaction.change(
    `INSERT INTO events (id, account_id, kind, type, created_at, campaign_id, session, key_id, data)
       SELECT ${transaction.dialect.newEventId}, s.account_id, 'COUPON', :eventType, :eventTime, s.coupon_id, s.session, :keyId,
         ${jsonObject({ ...sessionColumns, ...event.columns })}
       ${fromSessions} WHERE ${where}`,
    { ...values, eventType: event.type, eventTime: now(), keyId: event.keyId },
  );
  transaction.signal('events');
}
