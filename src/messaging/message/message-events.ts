import { jsonObject, snakeCase } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import type { MessageEventType } from '../../vocabulary/event-catalog.ts';
import type { Message } from './message.ts';

const heldProperties = [
  'id',
  'channel',
  'status',
  'campaignId',
  'session',
  'jobId',
  'address',
  'firstName',
  'lastName',
  'segments',
  'reason',
  'createdAt',
  'sentAt',
  'deliveredAt',
  'finishedAt',
] as const satisfies (keyof Message)[];

/** The properties of a message that events contain: neither its content nor those that only sending needs. */
export type HeldMessage = Pick<Message, (typeof heldProperties)[number]>;

const held = jsonObject(Object.fromEntries(heldProperties.map((name) => [name, `m.${snakeCase(name)}`])));

const kind = `CASE SUBSTR(m.campaign_id, 1, 4) WHEN 'cam_' THEN 'COUPON' WHEN 'dir_' THEN 'DIRECTORY_PAGE'
  ELSE CASE (SELECT l.medium FROM loyalty_cards l WHERE l.id = m.campaign_id) WHEN 'WALLET' THEN 'WALLET_LOYALTY'
    ELSE 'WEB_LOYALTY' END END`;

export async function recordMessages(
  transaction: Transaction,
  type: MessageEventType,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  await transaction.change(
    ...bind(
      `INSERT INTO events (id, account_id, kind, type, created_at, campaign_id, session, key_id, data)
       SELECT ${transaction.dialect.newEventId}, m.account_id, ${kind}, :type, :at, m.campaign_id, m.session, m.key_id, ${held}
       FROM messages m WHERE m.number IN (:numbers)`,
      { type, at: now(), numbers },
    ),
  );
  transaction.signal('events');
}
