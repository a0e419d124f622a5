import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, insertRows } from '../../kernel/database/rows.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { phoneBeginning, phoneDigits } from '../../kernel/values/phone-number.ts';
import { fold, laterWords } from '../../kernel/values/prefix.ts';

/** A value by which a member of a directory can be found, in the form used for comparison. */
type MemberKey = Stored<typeof memberKeys>;

export const memberKeys = table({
  name: 'MemberKey',
  tableName: 'directory_search_keys',
  columns: {
    directoryId: column.key(column.text(16)),
    value: column.key(column.text(255)),
    /** The creation time of the member. With it, a search reads only the members on the page. */
    createdAt: column.key(column.instant),
    userId: column.key(column.text(20)),
  },
  indices: [{ name: 'directory_search_keys_user', columns: ['userId'] }],
  foreignKeys: [reference('directory_search_keys_user_fk', 'userId', 'directory_users', 'CASCADE')],
});

interface KeyedMember extends Pick<MemberKey, 'directoryId' | 'createdAt'> {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
}

export async function insertMemberKeys(transaction: Transaction, members: readonly KeyedMember[]): Promise<void> {
  const rows = members.flatMap((member) =>
    valuesOf(member).map((value) => ({
      directoryId: member.directoryId,
      value,
      createdAt: member.createdAt,
      userId: member.id,
    })),
  );
  await insertRows(transaction, memberKeys, rows);
}

export async function replaceMemberKeys(transaction: Transaction, members: readonly KeyedMember[]): Promise<void> {
  const ids = members.map(({ id }) => id);
  await deleteRows(transaction, memberKeys, { userId: ids });
  await insertMemberKeys(transaction, members);
}

/** Returns the search form of a phone number, or of its beginning. */
export function phoneValue(phone: string): string {
  return fold(phoneBeginning(phone).replace(/^\+/, ''));
}

function valuesOf({ email, firstName, lastName, phone }: KeyedMember): string[] {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const reversed = [lastName, firstName].filter(Boolean).join(' ');
  const numbers = phone ? [phoneValue(phone), ...phoneDigits(phone)] : [];
  const values = [emailKey(email), name, reversed, ...laterWords(name)].map(fold);
  return [...new Set([...values, ...numbers])].filter((value) => value !== '');
}
