import type { Connection } from '../../kernel/database/database.ts';
import type { ContactGroup } from '../group/contact-group.ts';

export interface GroupReach {
  contacts: number;
  optedOut: number;
  /** The number of contacts that already received the coupon. Null without a coupon. */
  received: number | null;
}

export async function countReach(
  connection: Connection,
  group: ContactGroup,
  coupon: string | null,
): Promise<GroupReach> {
  const { id, accountId, channel, contacts } = group;
  const [optedOut, received] = await Promise.all([
    countContacts(
      connection,
      'JOIN opt_outs o ON o.account_id = :accountId AND o.channel = :channel AND o.address = c.address_key',
      { id, accountId, channel },
    ),
    coupon === null
      ? null
      : countContacts(connection, 'JOIN coupon_receipts r ON r.coupon_id = :coupon AND r.address = c.address_key', {
          ...{ id, coupon },
        }),
  ]);
  return { contacts, optedOut, received };
}

async function countContacts(connection: Connection, join: string, values: Record<string, string>): Promise<number> {
  const [counted] = await connection.rows<{ amount: number }>(
    `SELECT COUNT(*) AS amount FROM contacts c ${join} WHERE c.group_id = :id`,
    values,
  );
  return Number(counted?.amount ?? 0);
}
