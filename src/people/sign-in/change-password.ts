import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import type { Viewer } from '../../api/viewer.ts';
import { clearAttempts, countAttempt, windowMinutes } from '../../directories/sign-in/sign-in-attempts.ts';
import type { Database } from '../../kernel/database/database.ts';
import { invalidInput, Problem, TooManyRequests } from '../../kernel/problem.ts';
import { hashPassword, isPassword } from '../../kernel/security/passwords.ts';
import { revokeLinksOf } from '../link/person-link.ts';
import { isGuessable } from '../person/guessable-password.ts';
import { newPassword, passwordLength } from '../person/person.inputs.ts';
import { findCredentialOf, lockPerson, setPassword } from '../person/person.ts';
import { EndedSignIns } from './ended-sign-ins.type.ts';
import { endSignInsOf } from './person-sign-in.ts';

mutation({
  name: 'changePassword',
  description:
    'Changes the password of the caller and signs them out of all other browsers. Open links to set a new password no longer work. An API key has no password. Ten wrong attempts within 15 minutes are allowed.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({
    current: z.string().max(passwordLength.most).meta({ secret: true, description: 'The current password.' }),
    password: newPassword,
  }),
  type: EndedSignIns,
  problems: ['WRONG_PASSWORD'],
  // A wrong password is refused in `run`: a call that is repeated with the same idempotency key finds the new one.
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
