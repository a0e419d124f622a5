import { z } from 'zod';
import { idInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { requireScope } from '../../api/viewer.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { endById, signInRow } from './person-sign-in.ts';
import { SignInType } from './sign-in.type.ts';

mutation({
  name: 'endSignIn',
  description:
    'Signs out one browser of the caller or, with `ADMIN`, one in which another person acts for the account.',
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
