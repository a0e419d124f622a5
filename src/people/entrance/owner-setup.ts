import { firstAccount } from '../../accounts/account/first-account.ts';
import type { Database } from '../../kernel/database/database.ts';
import { issueLink, useUpSetups } from '../link/person-link.ts';
import { addAccountMember } from '../person/account-member.ts';
import { hasPeople } from '../person/person.ts';
import { beginSignIn } from '../sign-in/person-sign-in.ts';
import {
  admit,
  type Entered,
  EntranceError,
  type Entrant,
  proveOrBegin,
  requireLink,
  requireUse,
  withProof,
} from './person-proof.ts';

export async function issueSetup(database: Database): Promise<string | null> {
  if (await hasPeople(database)) return null;
  const { token } = await database.transaction((transaction) => issueLink(transaction, { kind: 'SETUP' }));
  return token;
}

export async function requireSetup(database: Database, token: string): Promise<void> {
  await requireLink(database, 'SETUP', token);
}

export async function setUpOwner(
  database: Database,
  token: string,
  { email, name, password }: { email: string; name: string; password: string },
  entrant: Entrant,
): Promise<Entered> {
  const link = await requireLink(database, 'SETUP', token);
  return withProof(
    () => proveOrBegin(database, email, password, entrant),
    (proof) =>
      database.transaction(async (transaction) => {
        await requireUse(transaction, link, token);
        await useUpSetups(transaction);
        if (await hasPeople(transaction)) throw new EntranceError('USED');
        const { id: accountId } = await firstAccount(transaction);
        const personId = await admit(transaction, proof, name);
        await addAccountMember(transaction, { accountId, personId, role: 'OWNER' });
        return { token: await beginSignIn(transaction, { personId, accountId }, entrant), personId };
      }),
  );
}
