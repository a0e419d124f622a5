import type { Account } from '../../accounts/account/account.ts';
import { storeContacts } from '../../contacts/contact/contact-store.ts';
import { contactGroups, newGroup } from '../../contacts/group/contact-group.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { firstNames, lastNames } from './sample-people.ts';

const size = 25;

/** Creates a contact group for each channel. Returns their ids in the order in which the REST reference uses them. */
export async function fillGroups(transaction: Transaction, { id: accountId }: Account): Promise<string[]> {
  const people = Array.from({ length: size }, (_, index) => ({
    firstName: firstNames[index % firstNames.length] ?? '',
    lastName: lastNames[index % lastNames.length] ?? '',
  }));
  const sms = newGroup(accountId, 'SMS', 'Fresh bread alerts');
  const email = newGroup(accountId, 'EMAIL', 'Bakery newsletter');
  await transaction.manager.insert(contactGroups, [sms, email]);
  await storeContacts(
    transaction,
    sms,
    people.map((person, index) => {
      const address = `+4930${5_550_100 + index}`;
      return { ...person, address, addressKey: address };
    }),
  );
  await storeContacts(
    transaction,
    email,
    people.map((person, index) => {
      const address = `${person.firstName}.${index + 1}@example.com`.toLowerCase();
      return { ...person, address, addressKey: emailKey(address) };
    }),
  );
  return [email.id, sms.id];
}
