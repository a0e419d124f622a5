import { accounts } from '../../accounts/account/account.ts';
import { firstAccount } from '../../accounts/account/first-account.ts';
import type { Database } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { isMember } from '../link/invitation.ts';
import { issueLink, type PersonLink, revokeLinksOf, useUpSetups } from '../link/person-link.ts';
import type { Mailer } from '../link/person-link-mail.ts';
import { addAccountMember, lockMembers, requireRoomForPerson } from '../person/account-member.ts';
import { hasPeople } from '../person/person.ts';
import { beginSignIn } from '../sign-in/person-sign-in.ts';
import {
  admit,
  type Entered,
  EntranceError,
  type Entrant,
  noteMailer,
  proveOrBegin,
  requireLink,
  requireUse,
  withProof,
} from './person-proof.ts';

interface OpenInvitation {
  email: string;
  accountName: string;
}

export async function readInvitation(database: Database, token: string): Promise<OpenInvitation> {
  const { email, accountId } = await requireLink(database, 'INVITATION', token);
  const account = await requireRow(database, accounts, { id: accountId ?? '' });
  return { email: email ?? '', accountName: account.name };
}

/**
 * With the password of a person who has this address, joins as that person. Otherwise creates a new person, because an
 * inviter who knows the link could take over an existing one or block the address. `mailer`: who mailed the link.
 */
export async function acceptInvitation(
  database: Database,
  token: string,
  { name, password, mailer }: { name: string; password: string; mailer: (link: PersonLink) => Mailer | null },
  entrant: Entrant,
): Promise<Entered> {
  const link = await requireLink(database, 'INVITATION', token);
  const { accountId, email, role } = link;
  if (!accountId || !email || !role) throw new Error(`the invitation ${link.id} is incomplete`);
  return withProof(
    () => proveOrBegin(database, email, password, entrant),
    (proof) =>
      database.transaction(async (transaction) => {
        await lockMembers(transaction, accountId);
        await requireUse(transaction, link, token);
        await requireRoomForPerson(transaction, accountId).catch(refuseFull);
        if (await isMember(transaction, accountId, email)) throw new EntranceError('USED');
        const personId = await admit(transaction, proof, name);
        await addAccountMember(transaction, { accountId, personId, role });
        await noteMailer(transaction, mailer(link), { accountId, personId });
        // Otherwise, another account's link for a new password would open this account too.
        await revokeLinksOf(transaction, personId);
        return { token: await beginSignIn(transaction, { personId, accountId }, entrant), personId };
      }),
  );
}

function refuseFull(error: unknown): never {
  throw error instanceof Problem && error.code === 'TOO_MANY_PEOPLE' ? new EntranceError('FULL') : error;
}

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
