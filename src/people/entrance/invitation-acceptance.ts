import { accounts } from '../../accounts/account/account.ts';
import type { Database } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { isMember } from '../link/invitation.ts';
import { type PersonLink, revokeLinksOf } from '../link/person-link.ts';
import { addMembership, lockMembers, requireRoomForPerson } from '../person/account-membership.ts';
import { noteProven } from '../person/person.ts';
import { beginSignIn } from '../sign-in/person-sign-in.ts';
import {
  admit,
  type Entered,
  EntranceRefused,
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

/** Returns the invitation of a link. Throws why the link does not work. */
export async function readInvitation(database: Database, token: string): Promise<OpenInvitation> {
  const { email, accountId } = await requireLink(database, 'INVITATION', token);
  const account = await requireRow(database, accounts, { id: accountId ?? '' });
  return { email: email ?? '', accountName: account.name };
}

/**
 * Lets the invited person join the account, and signs them in. Who gives the password of a person with the address joins as
 * this person. Everybody else begins as a new person: whoever made the invitation knows the link, too, and could otherwise
 * take a known person over, or keep the owner of the address out by accepting first. `isMailed` says that the link came by mail.
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
        if (await isMember(transaction, accountId, email)) throw new EntranceRefused('USED');
        const personId = await admit(transaction, proof, name);
        if (isMailed(link)) await noteProven(transaction, personId);
        await addMembership(transaction, { accountId, personId, role });
        // Another account may have made a link for a new password, which would open this one, too.
        await revokeLinksOf(transaction, personId);
        return { token: await beginSignIn(transaction, { personId, accountId }, entrant), personId };
      }),
  );
}

function refuseFull(error: unknown): never {
  throw error instanceof Problem && error.code === 'TOO_MANY_PEOPLE' ? new EntranceRefused('FULL') : error;
}
