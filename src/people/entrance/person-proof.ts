import { clearAttempts, countAttempt } from '../../directories/sign-in/sign-in-attempts.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { isGuessable } from '../../kernel/security/guessable-password.ts';
import { hashPassword, isPassword } from '../../kernel/security/passwords.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { addPerson, type Credential, findCredential, lockPerson } from '../person/person.ts';
import type { Visitor } from '../sign-in/person-sign-in.ts';

/** Somebody who wants to come in. */
export interface Entrant extends Visitor {
  /** Returns the id of the device if the person with the address has signed in with it. */
  deviceOf: (email: string) => string | null;
}

/** Why a door stays closed. */
export type EntranceRefusal = 'UNKNOWN' | 'USED' | 'EXPIRED' | 'WRONG' | 'GUESSABLE' | 'TOO_MANY' | 'FULL';

/** Thrown within a transaction to undo it. */
export class EntranceRefused extends Error {
  readonly refusal: EntranceRefusal;

  constructor(refusal: EntranceRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Who somebody is, without a doubt: a known person by their password, or a new one with a new password. */
interface Proof {
  email: string;
  known: Credential | null;
  passwordHash: string;
  /** Clears the attempts of this source. */
  clear: (transaction: Transaction) => Promise<void>;
}

/** Proves who a person is by their password. Throws `WRONG` and `TOO_MANY`. */
export async function provePerson(
  database: Database,
  email: string,
  password: string,
  entrant: Entrant,
): Promise<Proof> {
  const { known, isRight, ...rest } = await check(database, email, password, entrant);
  if (!known || !isRight) throw new EntranceRefused('WRONG');
  return { ...rest, known, passwordHash: known.passwordHash };
}

/** Does the same, but somebody with an unknown address begins with the password. Also throws `GUESSABLE`. */
export async function proveOrBegin(
  database: Database,
  email: string,
  password: string,
  entrant: Entrant,
): Promise<Proof> {
  const { known, isRight, ...rest } = await check(database, email, password, entrant);
  if (known && !isRight) throw new EntranceRefused('WRONG');
  if (!known && isGuessable(password, [email])) throw new EntranceRefused('GUESSABLE');
  return { ...rest, known, passwordHash: known?.passwordHash ?? (await hashPassword(password)) };
}

/** Counts an attempt, and compares the password. An unknown address takes as long as a wrong password. */
async function check(database: Database, given: string, password: string, { address, deviceOf }: Entrant) {
  const email = emailKey(given.trim());
  const source = { place: { id: 'console' }, emailKey: email, address, device: deviceOf(email) };
  if (!(await countAttempt(database, source))) throw new EntranceRefused('TOO_MANY');
  const known = await findCredential(database, email);
  const isRight = await isPassword(password, known?.passwordHash ?? null);
  return { email, known, isRight, clear: (transaction: Transaction) => clearAttempts(transaction, source) };
}

/** Thrown when the person was added, removed or changed the password since the proof. */
class ProofOutdated extends Error {}

/** Locks the proven person, or adds a new one with this name, and returns the id. */
export async function admit(
  transaction: Transaction,
  { email, known, passwordHash, clear }: Proof,
  name: string | null = null,
): Promise<string> {
  const isSame = known && (await lockPerson(transaction, known));
  const id = known ? isSame && known.id : await addPerson(transaction, { email, name, passwordHash });
  if (!id) throw new ProofOutdated();
  await clear(transaction);
  return id;
}

/** Does something that needs a proof, with a new proof if the first one is outdated. */
export async function withProof<Result>(
  prove: () => Promise<Proof>,
  act: (proof: Proof) => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < 2; tries += 1) {
    const proof = await prove();
    try {
      return await act(proof);
    } catch (error) {
      if (!(error instanceof ProofOutdated)) throw error;
    }
  }
  throw new EntranceRefused('WRONG');
}
