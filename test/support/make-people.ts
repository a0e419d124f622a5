import type { Role } from '../../src/api/scope.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { updateRows } from '../../src/kernel/database/rows.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { hashPassword } from '../../src/kernel/threads/passwords.ts';
import { toInstant } from '../../src/kernel/values/instant.ts';
import {
  type AccountMember,
  accountMembers,
  addAccountMember,
  requireMember,
} from '../../src/people/person/account-member.ts';
import { addPerson, noteProven } from '../../src/people/person/person.ts';
import { beginSignIn } from '../../src/people/sign-in/person-sign-in.ts';
import type { App } from './app.ts';
import { Client, type Owner } from './client.ts';
import { appSecret } from './make.ts';

/** The password of every person that a test makes. Hashing is slow, so it is hashed only once. */
export const personPassword = 'a long usual password';
const passwordHash = hashPassword(personPassword);
let count = 0;

interface Given {
  role?: Role;
  email?: string;
  name?: string | null;
  /** Whether the person has followed a link that was mailed to the address. Default: true. */
  isProven?: boolean;
}

/** Makes a person who belongs to the account. */
export async function makePerson(
  database: Database,
  { account }: Pick<Owner, 'account'>,
  { role = 'OWNER', email, name = null, isProven = true }: Given = {},
): Promise<AccountMember> {
  count += 1;
  const given = { email: email ?? `person${count}-${process.pid}-${Date.now()}@example.com`, name };
  const hash = await passwordHash;
  return database.transaction(async (transaction) => {
    const personId = await addPerson(transaction, { ...given, passwordHash: hash });
    if (isProven) await noteProven(transaction, personId);
    await addAccountMember(transaction, { accountId: account.id, personId, role });
    return requireMember(transaction, account.id, personId);
  });
}

/** Lets a person belong to another account, too, a second after the first one, which is where the first sign-in leads. */
export async function join(
  database: Database,
  { account }: Pick<Owner, 'account'>,
  { id }: Pick<AccountMember, 'id'>,
  role: Role = 'OWNER',
): Promise<void> {
  await database.transaction(async (transaction) => {
    await addAccountMember(transaction, { accountId: account.id, personId: id, role });
    const createdAt = toInstant(new Date(Date.now() + 1000));
    await updateRows(transaction, accountMembers, { accountId: account.id, personId: id }, { createdAt });
  });
}

/** The header that tells the service that one of its own pages makes the request. */
export const fromOwnPage = { 'Sec-Fetch-Site': 'same-origin' };

/** Signs a person in, and returns the `Cookie` of its browser. */
export async function makeCookie(database: Database, { id: personId, accountId }: AccountMember): Promise<string> {
  const visitor = { address: '192.0.2.1', browser: 'Test' };
  const token = await database.transaction((transaction) => beginSignIn(transaction, { personId, accountId }, visitor));
  return `console=${token}.${new Secrets(appSecret).sign(`cookie console console ${token}`)}`;
}

/** Returns a client that calls as a person, as a page of the console does. */
export async function clientOf({ database, url }: App, owner: Owner, person: AccountMember): Promise<Client> {
  return new Client(url, owner, { Cookie: await makeCookie(database, person), ...fromOwnPage });
}

/** Makes a person with the role in the account of the owner, and returns a client that calls as this person. */
export async function personOf(app: App, owner: Owner, given: Given = {}): Promise<Client & { person: AccountMember }> {
  const person = await makePerson(app.database, owner, given);
  return Object.assign(await clientOf(app, owner, person), { person });
}
