import { timingSafeEqual } from 'node:crypto';
import { type AttemptSource, clearAttempts, countAttempt } from '../../directories/sign-in/sign-in-attempts.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { hashPassword, isLike } from '../../kernel/threads/passwords.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { findLink, type LinkKind, type PersonLink, problemOf, useUp } from '../link/person-link.ts';
import type { Mailer } from '../link/person-link-mail.ts';
import { noteReached, startingAccount } from '../person/account-member.ts';
import { isGuessable } from '../person/guessable-password.ts';
import { addPerson, type Credential, findCredentials, lockPerson, noteProven } from '../person/person.ts';
import { beginSignIn, type Visitor } from '../sign-in/person-sign-in.ts';

export interface Entrant extends Visitor {
  deviceOf: (personId: string) => string | null;
}

export type EntranceProblem = 'UNKNOWN' | 'USED' | 'EXPIRED' | 'WRONG' | 'GUESSABLE' | 'TOO_MANY' | 'FULL';

/** A refusal, which undoes the transaction that throws it. */
export class EntranceError extends Error {
  readonly problem: EntranceProblem;

  constructor(problem: EntranceProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The proof that a known person has the correct password, or that the person is new. */
interface Proof {
  email: string;
  /** All people who have the address. */
  people: readonly Credential[];
  known: Credential | null;
  passwordHash: string;
  /**
   * Locks the counters. Unless the person is new, also takes this attempt off them, and clears those of this source if
   * nobody shares them.
   */
  clear: (transaction: Transaction) => Promise<void>;
}

/** Proves a person by password. Throws `WRONG` or `TOO_MANY`. */
async function provePerson(database: Database, email: string, password: string, entrant: Entrant): Promise<Proof> {
  const proof = await check(database, email, password, entrant);
  if (!proof.known) throw new EntranceError('WRONG');
  return proof;
}

/**
 * Proves a person. A password that matches nobody begins a new person. Known addresses get the same response, because
 * an earlier invitee might not own the address. Also throws `GUESSABLE`.
 */
export async function proveOrBegin(
  database: Database,
  email: string,
  password: string,
  entrant: Entrant,
): Promise<Proof> {
  const proof = await check(database, email, password, entrant);
  if (!proof.known && isGuessable(password, [email])) throw new EntranceError('GUESSABLE');
  return proof;
}

/**
 * Compares the password with those of all people who have the address. For an unknown address, it takes as long as for
 * a wrong password.
 */
async function check(database: Database, given: string, password: string, entrant: Entrant): Promise<Proof> {
  const email = emailKey(given.trim());
  const people = await findCredentials(database, email);
  const source = { place: { id: 'console' }, emailKey: email, address: entrant.address, device: null };
  const owner = people.find(({ id }) => entrant.deviceOf(id) !== null);
  if (owner) {
    // Other people with the address do not share the attempts of this device.
    const ofDevice = { ...source, device: entrant.deviceOf(owner.id) };
    const { known, passwordHash } = await compare(database, ofDevice, [owner], password);
    if (known || people.length === 1)
      return {
        email,
        people,
        known,
        passwordHash,
        clear: (transaction) => clearAttempts(transaction, ofDevice, known ? 'ALONE' : 'NEW'),
      };
  }
  const { known, passwordHash } = await compare(database, source, people, password);
  // The attempts of the others must stay: otherwise, their passwords could be guessed without limit.
  const success = !known ? 'NEW' : people.length === 1 ? 'ALONE' : 'SHARED';
  return { email, people, known, passwordHash, clear: (transaction) => clearAttempts(transaction, source, success) };
}

/**
 * The maximum number of salts to try. People with the same address share a salt, unless they were added simultaneously.
 */
const maxSalts = 3;

/** People with the same address share a salt, so one hash can be compared with all of theirs. */
async function compare(database: Database, source: AttemptSource, people: readonly Credential[], password: string) {
  if (!(await countAttempt(database, source))) throw new EntranceError('TOO_MANY');
  let rest = people;
  let made = '';
  for (let tries = 0; tries < maxSalts && (tries === 0 || rest.length > 0); tries += 1) {
    const passwordHash = await hashPassword(password, rest[0]?.passwordHash ?? null);
    made ||= passwordHash;
    const known = rest.find((person) => isEqual(person.passwordHash, passwordHash));
    if (known) return { known, passwordHash };
    rest = rest.filter((person) => !isLike(person.passwordHash, passwordHash));
  }
  return { known: null, passwordHash: made };
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** The person has changed since the proof was made. */
class ProofOutdated extends Error {}

/** Locks a known person or adds a new one, and returns the id. */
export async function admit(
  transaction: Transaction,
  { email, people, known, passwordHash, clear }: Proof,
  name: string | null = null,
): Promise<string> {
  // Lock the counters of the address, so that the second of two simultaneous newcomers finds the first.
  await clear(transaction);
  if (known) {
    if (await lockPerson(transaction, known)) return known.id;
    throw new ProofOutdated();
  }
  const present = await findCredentials(transaction, email, transaction.dialect.forUpdate);
  if (present.length !== people.length || !present.every(({ id }) => people.some((person) => person.id === id)))
    throw new ProofOutdated();
  return addPerson(transaction, { email, name, passwordHash });
}

/** Runs work with a proof. If the proof is outdated, repeats it. */
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
  throw new EntranceError('WRONG');
}

export async function requireLink(connection: Connection, kind: LinkKind, token: string): Promise<PersonLink> {
  const link = await findLink(connection, kind, token);
  const problem = problemOf(link);
  if (!link || problem) throw new EntranceError(problem ?? 'UNKNOWN');
  return link;
}

/** Uses up a link. Of several simultaneous uses, only one succeeds. */
export async function requireUse(transaction: Transaction, { kind }: PersonLink, token: string): Promise<void> {
  const link = await requireLink(transaction, kind, token);
  if (!(await useUp(transaction, link))) throw new EntranceError('USED');
}

/** Notes what a used link proves: the address, or only that the account reached its person. */
export async function noteMailer(
  transaction: Transaction,
  mailer: Mailer | null,
  { accountId, personId }: { accountId: string | null; personId: string },
): Promise<void> {
  if (mailer === 'SERVICE') await noteProven(transaction, personId);
  if (mailer === 'ACCOUNT' && accountId) await noteReached(transaction, { accountId, personId });
}

export interface Entered {
  token: string;
  personId: string;
}

/** Signs in with a password. An unknown address and a wrong password lead to the same result after the same time. */
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
        if (!accountId) throw new EntranceError('WRONG');
        return { token: await beginSignIn(transaction, { personId, accountId }, entrant), personId };
      }),
  );
}
