import type { Account } from '../../accounts/account/account.ts';
import { storeContacts } from '../../contacts/contact/contact-store.ts';
import { contactGroups, newGroup } from '../../contacts/group/contact-group.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/rows.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { customer } from './year/people.ts';

const size = 25;

/** Creates a contact group for each channel. Returns their ids in the order in which the REST reference uses them. */
export async function openGroups(transaction: Transaction, { id: accountId }: Account): Promise<string[]> {
  const people = Array.from({ length: size }, (_, index) => customer(index * 2 + 20));
  const sms = newGroup(accountId, 'SMS', 'Fresh bread alerts');
  const email = newGroup(accountId, 'EMAIL', 'Bakery newsletter');
  await insertRows(transaction, contactGroups, [sms, email]);
  await storeContacts(
    transaction,
    sms,
    people.map(({ firstName, lastName, phone }) => ({ firstName, lastName, address: phone, addressKey: phone })),
  );
  await storeContacts(
    transaction,
    email,
    people.map(({ firstName, lastName, email: address }) => {
      return { firstName, lastName, address, addressKey: emailKey(address) };
    }),
  );
  return [email.id, sms.id];
}
