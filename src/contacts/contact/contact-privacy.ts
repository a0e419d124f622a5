import { removeExternalIds } from '../../external-ids/external-id.ts';
import { selectList } from '../../kernel/database/columns.ts';
import { deleteRows, findRow } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { spellingsOf } from '../../personal-data/sought-person.ts';
import { contactGroupRow, countContacts } from '../group/contact-group.ts';
import { type Contact, contactColumns, contacts as contactsTable } from './contact.ts';

export const personalContacts = personalNoun<Contact>({
  name: 'contacts',
  next: async (connection, person, after) => {
    const found = await connection.rows<Contact>(
      ...bind(
        `SELECT ${selectList(contactColumns)} FROM contact_groups g
         JOIN contacts c ON c.group_id = g.id AND c.address_key IN (:values)
         WHERE g.account_id = :accountId AND g.id > :after ORDER BY g.id LIMIT ${rowsAtOnce}`,
        { accountId: person.accountId, values: spellingsOf(person), after: after ?? '' },
      ),
    );
    return foundAmong(found, ({ groupId }) => groupId, found);
  },
  tokensOf: (contacts) => contacts.map(({ id }) => ({ kind: 'ID', value: id })),
  exported: (contacts) => contacts.map(({ number, addressKey, ...contact }) => contact),
  erase: async (transaction, _person, contacts) => {
    await removeExternalIds(
      transaction,
      contacts.map(({ id }) => id),
    );
    for (const { groupId, number } of contacts) {
      const group = await findRow(transaction, contactGroupRow, { id: groupId }, 'exclusive');
      const removed = await deleteRows(transaction, contactsTable, { groupId, number });
      // If the group is being deleted, its job needs no counts.
      if (group && removed > 0) await countContacts(transaction, group, { more: -1, numbers: 0 });
    }
  },
});
