import { jsonObject } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import type { EventType } from '../../kernel/event-log/event-catalog.ts';
import { now } from '../../kernel/values/instant.ts';
import { fromSessions, sessionColumns } from './session.ts';

/**
 * Records one event for each session that meets the condition, with its current data, in the transaction of the change.
 */
export async function recordSessions(
  transaction: Transaction,
  event: { type: EventType<'COUPON'>; keyId: string | null },
  where: string,
  values: Record<string, Value | readonly string[]>,
): Promise<void> {
  await transaction.change(
    ...bind(
      `INSERT INTO events (id, account_id, kind, type, created_at, campaign_id, session, key_id, data)
       SELECT ${transaction.dialect.newEventId}, s.account_id, 'COUPON', :eventType, :eventTime, s.coupon_id, s.session, :keyId,
         ${jsonObject(sessionColumns)}
       ${fromSessions} WHERE ${where}`,
      { ...values, eventType: event.type, eventTime: now(), keyId: event.keyId },
    ),
  );
  transaction.signal('events');
}
