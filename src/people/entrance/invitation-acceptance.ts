import { accounts } from '../../accounts/account/account.ts';
import type { Database } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { isMember } from '../link/invitation.ts';
import { type PersonLink, revokeLinksOf } from '../link/person-link.ts';
import { addAccountMember, lockMembers, requireRoomForPerson } from '../person/account-member.ts';
import { noteProven } from '../person/person.ts';
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
 * Accepts an invitation. If the password belongs to a person with this address, that person joins. Otherwise, a new
 * person is created: an inviter who knows the link could take over an existing person, or block the address. `isMailed`
 * tells whether the link came by email.
 */
export async function acceptInvitation(
  database: Database,
  token: string,
  { name, password, isMailed }: { name: string; password: string; isMailed: (link: PersonLink) => boolean },
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
        if (isMailed(link)) await noteProven(transaction, personId);
        await addAccountMember(transaction, { accountId, personId, role });
        // Otherwise, another account's link for a new password would open this account too.
        await revokeLinksOf(transaction, personId);
        return { token: await beginSignIn(transaction, { personId, accountId }, entrant), personId };
      }),
  );
}

function refuseFull(error: unknown): never {
  throw error instanceof Problem && error.code === 'TOO_MANY_PEOPLE' ? new EntranceError('FULL') : error;
}
