import { z } from 'zod';
import { accountId } from '../../accounts/account/account.inputs.ts';
import { AccountType } from '../../accounts/account/account.type.ts';
import { builder } from '../../api/builder.ts';
import { idInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { requireScope, type Viewer } from '../../api/viewer.ts';
import { clearAttempts, countAttempt, windowMinutes } from '../../directories/sign-in/sign-in-attempts.ts';
import type { Database } from '../../kernel/database/database.ts';
import { listPage } from '../../kernel/database/list.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { invalidInput, Problem, TooManyRequests } from '../../kernel/problem.ts';
import { hashPassword, isPassword } from '../../kernel/threads/passwords.ts';
import { revokeLinksOf } from '../link/person-link.ts';
import { requireMember } from '../person/account-member.ts';
import { isGuessable } from '../person/guessable-password.ts';
import { newPassword, passwordLength, personId } from '../person/person.inputs.ts';
import { findCredentialOf, lockPerson, setPassword } from '../person/person.ts';
import {
  accessTo,
  chooseAccount,
  current,
  endById,
  endSignInsFor,
  endSignInsOf,
  signInRow,
  signIns,
} from './person-sign-in.ts';
import { SignInType } from './sign-in.type.ts';

const EndedSignIns = builder.objectType(builder.objectRef<{ ended: number }>('EndedSignIns'), {
  description: 'The number of sign-ins that the call ended.',
  fields: (t) => ({
    ended: t.exposeInt('ended', { description: 'The number of browsers in which the person was signed out.' }),
  }),
});

const filter = z
  .object({ person: personId.nullish().meta({ description: 'Only sign-ins of this person to the account.' }) })
  .meta({ id: 'SignInFilter', description: 'Filters sign-ins.' });

connection({
  name: 'signIns',
  description:
    'Current sign-ins to the console, newest first. People see their own sign-ins. With `ADMIN`, they can also see the sign-ins of another person to this account. An API key with `ADMIN` sees all sign-ins to the account.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters sign-ins.' }) }),
  type: SignInType,
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: signIns,
      where: { ...accessTo(viewer, input.filter?.person), ...current() },
    }),
  keysOf: (signIn) => [signIn.createdAt, signIn.id],
});

mutation({
  name: 'changePassword',
  description:
    'Changes the password of the caller and signs the caller out of all other browsers. Unused links for setting a new password stop working. An API key has no password. At most ten wrong attempts are allowed within 15 minutes.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({
    current: z.string().max(passwordLength.max).meta({ secret: true, description: 'The current password.' }),
    password: newPassword,
  }),
  type: EndedSignIns,
  problems: ['WRONG_PASSWORD'],
  // Only `run` may refuse a wrong password: `prepare` also runs when a call with an idempotency key is repeated, and
  // the current password is then already the new one.
  prepare: ({ input, viewer, database }) => checked(database, viewer, input),
  run: async ({ transaction, prepared: { person, known, passwordHash, source } }) => {
    if (!known || !(await lockPerson(transaction, known))) throw new Problem('WRONG_PASSWORD');
    await clearAttempts(transaction, source);
    await setPassword(transaction, person.id, passwordHash);
    await revokeLinksOf(transaction, person.id);
    return { ended: await endSignInsOf(transaction, person.id, person.signInId) };
  },
});

async function checked(database: Database, viewer: Viewer, input: { current: string; password: string }) {
  const { person, keyName: email } = viewer;
  if (!person) throw new Problem('FORBIDDEN', 'Only a person who is signed in has a password.');
  if (isGuessable(input.password, [email])) throw invalidInput('password', 'is easy to guess');
  const source = { place: { id: 'console' }, emailKey: email, address: '', device: person.signInId };
  if (!(await countAttempt(database, source)))
    throw new TooManyRequests(windowMinutes * 60, `Too many attempts. Try again in ${windowMinutes} minutes.`);
  const known = await findCredentialOf(database, person.id);
  const isRight = await isPassword(input.current, known?.passwordHash ?? null);
  return {
    person,
    source,
    known: isRight ? known : null,
    passwordHash: await hashPassword(input.password, known?.passwordHash ?? null),
  };
}

mutation({
  name: 'chooseAccount',
  description:
    'Changes the account that the sign-in of the caller acts for. The caller must belong to the new account or to its parent. The next sign-in starts with this account or its parent. API keys use the header `X-Account` instead.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({ account: accountId }),
  type: AccountType,
  problems: ['ACCOUNT_NOT_FOUND'],
  prepare: async ({ input, viewer: { person }, services }) => {
    if (!person) throw new Problem('FORBIDDEN', 'Only a person who is signed in chooses an account.');
    const chosen = await services.authenticator.recall(person.id, input.account);
    if (!chosen) throw new Problem('ACCOUNT_NOT_FOUND');
    return { person, account: chosen.account };
  },
  run: async ({ transaction, prepared: { person, account } }) => {
    await chooseAccount(transaction, person, account.id);
    return account;
  },
});

mutation({
  name: 'endSignIn',
  description:
    'Signs the caller out of one browser. Callers with `ADMIN` can also end a sign-in in which another person acts for the account.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({ id: idInput('signIn', 'a sign-in id', 'The sign-in') }),
  type: SignInType,
  problems: ['SIGN_IN_NOT_FOUND'],
  run: async ({ input: { id }, viewer, transaction }) => {
    if (!viewer.person) requireScope(viewer, 'ADMIN');
    const signIn = await findRow(transaction, signInRow, { id }, 'exclusive');
    const isOwn = signIn?.personId === viewer.keyId;
    const isOfAccount = viewer.scopes.includes('ADMIN') && signIn?.accountId === viewer.account.id;
    if (!signIn || !(isOwn || isOfAccount)) throw new Problem('SIGN_IN_NOT_FOUND');
    await endById(transaction, id);
    return signIn;
  },
});

mutation({
  name: 'endSignIns',
  description:
    'Signs the caller out of all other browsers. Callers with `ADMIN` can instead end all sign-ins in which another person acts for the account.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({
    person: personId
      .nullish()
      .meta({ description: 'The person to sign out. Default: the caller, whose current sign-in is kept.' }),
  }),
  type: EndedSignIns,
  problems: ['PERSON_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { person, account } = viewer;
    if (person && (input.person ?? person.id) === person.id)
      return { ended: await endSignInsOf(transaction, person.id, person.signInId) };
    requireScope(viewer, 'ADMIN');
    const member = await requireMember(transaction, account.id, input.person ?? '');
    return { ended: await endSignInsFor(transaction, member) };
  },
});
