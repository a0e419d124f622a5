import type { Contact } from '../../src/contacts/contact/contact.ts';
import { type NewContact, storeContacts } from '../../src/contacts/contact/contact-store.ts';
import { type ContactGroup, contactGroups, findGroup, newGroup } from '../../src/contacts/group/contact-group.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { insertRow } from '../../src/kernel/database/rows.ts';
import { emailKey } from '../../src/kernel/values/email-address.ts';
import { now } from '../../src/kernel/values/instant.ts';
import type { IntegrationChannel, MessageChannel } from '../../src/messaging/platform/channel.ts';
import type { Owner } from './client.ts';
import { makeIntegration } from './make.ts';

/* Factories of contact groups. The rules of make.ts apply. */

/** Connects the account with services for these channels; default both. */
export async function connectServices(
  database: Database,
  owner: Owner,
  channels: readonly IntegrationChannel[] = ['EMAIL_SERVICE', 'SMS_SERVICE'],
): Promise<void> {
  for (const channel of channels) await makeIntegration(database, owner, { channel });
}

/** Makes a group without contacts. */
export async function makeGroup(
  database: Database,
  { account }: Owner,
  { channel = 'EMAIL', name = 'Regulars', createdAt = now() }: Partial<ContactGroup> = {},
): Promise<ContactGroup> {
  const group = Object.assign(newGroup(account.id, channel, name), { createdAt });
  await database.transaction((transaction) => insertRow(transaction, contactGroups, group));
  return group;
}

/** Makes contacts of a group. The default address in an email group is `contact{number}@example.com`. */
export async function makeContacts(
  database: Database,
  { id, accountId, channel }: ContactGroup,
  given: number | readonly Partial<NewContact>[],
): Promise<Contact[]> {
  const wanted: readonly Partial<NewContact>[] = typeof given === 'number' ? Array(given).fill({}) : given;
  const all: Contact[] = [];
  for (let done = 0; done < wanted.length; done += 1000) {
    const part = wanted.slice(done, done + 1000).map((data, index): NewContact => {
      const address = data.address ?? addressOf(channel, done + index);
      return { ...data, address, addressKey: channel === 'EMAIL' ? emailKey(address) : address };
    });
    await database.transaction(async (transaction) => {
      const group = await findGroup(transaction, { accountId, id }, 'exclusive');
      if (group) all.push(...(await storeContacts(transaction, group, part)).contacts);
    });
  }
  return all;
}

function addressOf(channel: MessageChannel, number: number): string {
  return channel === 'EMAIL' ? `contact${number}@example.com` : `+4930${10_000_000 + number}`;
}
