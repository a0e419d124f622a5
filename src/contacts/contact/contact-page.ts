import type { CountryCode } from 'libphonenumber-js';
import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import type { Connection } from '../../kernel/database/database.ts';
import { listPage } from '../../kernel/database/list.ts';
import type { Page } from '../../kernel/database/paging.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { beginningKey } from '../../messaging/platform/channel.ts';
import { type ContactGroup, findGroups } from '../group/contact-group.ts';
import { contacts, type ShownContact } from './contact.ts';
import { contactKeyOf } from './contact-address.ts';

/** Which contacts of a group a list contains. */
export interface WhichContacts {
  /** The address in any notation. */
  address?: string | null | undefined;
  /** The beginning of the address. */
  beginning?: string | null | undefined;
  /** The country of phone numbers without a country code. */
  country?: CountryCode | null;
}

/**
 * Returns a page of contacts, newest first, and one more. Orders by number only, because numbers ascend with time. A
 * search orders by address.
 */
export async function pageOfContacts(
  connection: Connection,
  { id, channel }: ContactGroup,
  page: Page,
  { address, beginning: text, country = null }: WhichContacts = {},
): Promise<ShownContact[]> {
  const beginning = text?.trim() ? beginningKey(channel, text, country) : null;
  const between =
    beginning === null ? {} : { addressKey: And(MoreThanOrEqual(beginning), LessThan(endOfPrefix(beginning))) };
  const rows = await listPage(connection, page, {
    source: contacts,
    where: { groupId: id, ...between },
    ...(address != null && { filter: { addressKey: contactKeyOf(channel, address, country) } }),
    order: beginning === null ? { number: 'number' } : { text: 'addressKey' },
  });
  return rows.map((contact) => Object.assign(contact, { channel }));
}

/** Returns the contacts with these ids in the account's groups, in any order. */
export async function findContacts(
  connection: Connection,
  accountId: string,
  ids: readonly string[],
): Promise<ShownContact[]> {
  const found = await findRows(connection, contacts, { id: ids });
  const groups = await findGroups(connection, accountId, [...new Set(found.map(({ groupId }) => groupId))]);
  const channels = new Map(groups.map(({ id, channel }) => [id, channel]));
  return found.flatMap((contact) => {
    const channel = channels.get(contact.groupId);
    return channel ? [Object.assign(contact, { channel })] : [];
  });
}
