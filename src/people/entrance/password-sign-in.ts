import type { Database } from '../../kernel/database/database.ts';
import { startingAccount } from '../person/account-membership.ts';
import { beginSignIn } from '../sign-in/person-sign-in.ts';
import { admit, EntranceRefused, type Entrant, provePerson, withProof } from './person-proof.ts';

export interface Entered {
  token: string;
  personId: string;
}

/** Signs a person in. An unknown address and a wrong password have the same outcome and duration. */
export function signInWithPassword(
  database: Database,
  { email, password }: { email: string; password: string },
  entrant: Entrant,
): Promise<Entered> {
  return withProof(
    () => provePerson(database, email, password, entrant),
    (proof) =>
      database.transaction(async (transaction) => {
        const personId = await admit(transaction, proof);
        const accountId = await startingAccount(transaction, personId);
        if (!accountId) throw new EntranceRefused('WRONG');
        return { token: await beginSignIn(transaction, { personId, accountId }, entrant), personId };
      }),
  );
}
