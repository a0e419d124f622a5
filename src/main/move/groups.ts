import { readAddress } from '../../contacts/contact/contact-address.ts';
import { type NewContact, storeContacts } from '../../contacts/contact/contact-store.ts';
import { contactGroups, findGroup, newGroup } from '../../contacts/group/contact-group.ts';
import { insertRow, insertRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { optOuts } from '../../messaging/opt-out/opt-out.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { type AccountMove, note, partsOf, type Step, type Storing, textsIn } from './account-move.ts';
import { idOfNew, keepIds, knownIds } from './external-keys.ts';
import { SourceError } from './source.ts';
import { contactsAnswer, groupsAnswer, type SourceContact } from './source-shapes.ts';

const channels = [
  { channel: 'SMS', tool: 'smstool', field: 'smsgroup' },
  { channel: 'EMAIL', tool: 'emailtool', field: 'emailgroup' },
] as const;

/** The error code for an account that is not connected to the service for groups. It has no groups. */
const notConnected = 103;

export async function moveGroups(move: AccountMove): Promise<void> {
  const { source } = move;
  for (const { channel, tool, field } of channels) {
    const { group: groups } = await source.post(`/v3/${tool}/grouplist`, {}, groupsAnswer).catch((error: unknown) => {
      if (error instanceof SourceError && error.codes.includes(notConnected)) return { group: [] };
      throw error;
    });
    for (const { ID, name } of groups) {
      await move.storeOne('groups', ID, (storing) => storeGroup(storing, { ID, name, channel }));
      const step = move.step(`contacts ${ID}`, 'contacts');
      if (step.finished) continue;
      const { contact } = await source.post(`/v3/${tool}/userlist`, { [field]: ID }, contactsAnswer);
      await move.storeParts(step, partsOf(contact), (storing) => storePart(storing, { ID, channel }));
    }
  }
}

async function storeGroup(
  storing: Storing,
  { ID, channel, ...given }: { ID: string; name: string; channel: MessageChannel },
): Promise<void> {
  const { accountId, dryRun, transaction, step } = storing;
  const id = await idOfNew(storing, { kind: 'contactGroup', names: [ID] });
  if (!id || dryRun) return;
  const name = textsIn(step, ID, given)('name', 100) || ID;
  await insertRow(transaction, contactGroups, { ...newGroup(accountId, channel, name), id });
}

async function storePart(storing: Storing<SourceContact>, { ID, channel }: { ID: string; channel: MessageChannel }) {
  const { accountId, dryRun, transaction, step, items } = storing;
  const { counted } = step;
  const externals = items.map((item) => item.ID);
  const known = await knownIds(transaction, accountId, 'contact', externals);
  const found = new Map<string, { item: SourceContact; contact: NewContact }>();
  for (const item of items) {
    const contact = contactOf(step, item, channel);
    if (!contact) note(step, item.ID, 'the contact was not stored: its address is not valid', true);
    else if (known.has(item.ID)) counted.unchanged += 1;
    else if (found.has(contact.addressKey))
      note(step, item.ID, 'the contact was not stored: the group has it twice', true);
    else found.set(contact.addressKey, { item, contact });
  }
  counted.stored += found.size;
  const groupId = (await knownIds(transaction, accountId, 'contactGroup', [ID])).get(ID);
  if (dryRun || !groupId || found.size === 0) return;
  const group = await findGroup(transaction, { accountId, id: groupId, channel }, 'exclusive');
  if (!group) throw new Error(`The group ${groupId} was removed during the import.`);
  const fresh = [...found.values()];
  const given = fresh.map(({ contact }) => contact);
  const { contacts } = await storeContacts(transaction, group, given);
  const ids = contacts.map(({ id }, index) => [fresh[index]?.item.ID ?? '', id] as const);
  await keepIds(storing, 'contact', ids);
  const gone = fresh.filter(({ item }) => item.unsubscribed);
  const unsubscribed = gone.map(({ item, contact }) => ({
    ...{ accountId, channel, address: contact.addressKey },
    ...{ reason: 'UNSUBSCRIBED' as const, createdAt: item.unsubscribedate ?? now() },
  }));
  await insertRows(transaction, optOuts, unsubscribed, { insert: transaction.dialect.insertIfAbsent });
}

function contactOf(step: Step, item: SourceContact, channel: MessageChannel): NewContact | null {
  const given = channel === 'SMS' ? item.phone?.replace(/^(?=\d)/, '+') : item.email;
  const address = given ? readAddress(channel, given) : null;
  if (!address) return null;
  const [prefix, amount] = channel === 'SMS' ? (['customfield', 7] as const) : (['custom', 10] as const);
  const numbers = Array.from({ length: amount }, (_, index) => index + 1);
  const text = textsIn(step, item.ID, item);
  return {
    ...address,
    ...{ firstName: text('first_name', 100), lastName: text('last_name', 100) },
    birthday: /^\d{4}-\d\d-\d\d$/.test(item.birthday ?? '') ? item.birthday : null,
    ...Object.fromEntries(
      numbers.map((number) => [`custom${number}`, text(`${prefix}${number}` as keyof SourceContact, 255)]),
    ),
  };
}
