import type { Database } from '../../kernel/database/database.ts';
import { generatePassword, hashPassword } from '../../kernel/threads/passwords.ts';
import { issueLink } from '../link/person-link.ts';
import { addAccountMember, findMembers } from '../person/account-member.ts';
import { addPerson, findCredentials } from '../person/person.ts';
import { beginSignIn, type Visitor } from '../sign-in/person-sign-in.ts';
import { type Entered, EntranceError, requireLink, requireUse } from './person-proof.ts';

/**
 * Issues a sign-in without a password. If nobody in the account has the address, creates the owner, with a password
 * that nobody knows.
 */
export async function issueEntry(database: Database, accountId: string, email: string): Promise<string> {
  const passwordHash = await hashPassword(generatePassword());
  return database.transaction(async (transaction) => {
    // Other people may have the same address.
    const ids = (await findCredentials(transaction, email)).map(({ id }) => id);
    const [owner] = await findMembers(transaction, accountId, ids);
    const personId = owner?.id ?? (await addPerson(transaction, { email, name: 'Demo owner', passwordHash }));
    await addAccountMember(transaction, { accountId, personId, role: 'OWNER' });
    const { token } = await issueLink(transaction, { kind: 'ENTRY', accountId, personId });
    return token;
  });
}

export async function enterByLink(database: Database, token: string, visitor: Visitor): Promise<Entered> {
  const link = await requireLink(database, 'ENTRY', token);
  const [accountId, personId] = [link.accountId ?? '', link.personId ?? ''];
  return database.transaction(async (transaction) => {
    await requireUse(transaction, link, token);
    const [member] = await findMembers(transaction, accountId, [personId]);
    if (!member) throw new EntranceError('UNKNOWN');
    return { token: await beginSignIn(transaction, { accountId, personId }, visitor), personId };
  });
}
