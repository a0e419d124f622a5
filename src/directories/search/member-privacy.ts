import { removeExternalIds } from '../../external-ids/external-id.ts';
import { absent, columnsOf, selectList } from '../../kernel/database/columns.ts';
import { phoneKey } from '../../kernel/values/phone-number.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { spellingsOf } from '../../personal-data/sought-person.ts';
import { type DirectoryUser, directoryUsers, removeUser } from '../user/user.ts';

const { passwordHash, emailKey, accessExpiredAt, ...columns } = columnsOf(directoryUsers, 'u');

/** An erasure removes members, together with their sign-ins and openings. */
export const personalDirectoryUsers = personalNoun<DirectoryUser>({
  name: 'directoryUsers',
  next: async (connection, person, after) => {
    const { accountId, email } = person;
    const source = email
      ? 'directory_users u ON u.directory_id = d.id AND u.email_key IN (:values)'
      : `directory_search_keys k ON k.directory_id = d.id AND k.value IN (:values)
         JOIN directory_users u ON u.id = k.user_id`;
    const spellings = spellingsOf(person);
    const values = email ? spellings : spellings.map((phone) => phone.replace(/^\+/, ''));
    const examined = await connection.rows<DirectoryUser>(
      `SELECT DISTINCT ${selectList(columns)} FROM directories d JOIN ${source}
         WHERE d.account_id = :accountId AND u.id > :after ORDER BY u.id LIMIT ${rowsAtOnce}`,
      { accountId, values, after: after ?? '' },
    );
    const found = examined.filter((user) => email || spellings.includes(phoneKey(user.phone ?? '')));
    return foundAmong(examined, ({ id }) => id, found);
  },
  tokensOf: (users) => users.map(({ id }) => ({ kind: 'ID', value: id })),
  exported: (users) => users.map(({ accountId, ...user }) => user),
  erase: async (transaction, _person, users) => {
    await removeExternalIds(
      transaction,
      users.map(({ id }) => id),
    );
    for (const user of users) {
      const { accessExpiredAt: _, ...nameless } = absent(directoryUsers);
      const { id, accountId, directoryId, createdAt } = user;
      await removeUser(transaction, { ...nameless, id, accountId, directoryId, createdAt, email: '' }, null);
    }
  },
});
