import { shownColumns } from '../../api/noun-fields.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { current, type PersonSignIn, signIns } from './person-sign-in.ts';

export const SignInType = nodeType<PersonSignIn>('SignIn', {
  form: 'signIn',
  find: async ({ database, viewer: { person, account, scopes } }, ids) => {
    const found = await findRows(database, signIns, { id: ids, ...current() });
    const isAdmin = scopes.includes('ADMIN');
    return found.filter(({ personId, accountId }) => personId === person?.id || (isAdmin && accountId === account.id));
  },
  scope: (_id, { person }) => (person ? 'READ' : 'ADMIN'),
  description:
    'A browser in which a person is signed in to the console. The sign-in ends after 12 hours without use, and after at most 14 days.',
  fields: (t) => ({
    ...shownColumns(t, signIns, {
      id: '`sig_` followed by 16 characters.',
      personId: 'The id of the person: `per_` followed by 16 characters.',
      accountId: 'The id of the account that the person acts for.',
      createdAt: 'When the person signed in.',
      lastUsedAt: 'When the sign-in was last used, accurate to the minute.',
      expiresAt: 'The latest time at which the sign-in ends.',
      address: 'The IP address from which the person signed in.',
      browser: 'The name that the browser sent, at most 200 characters.',
    }),
    isCurrent: t.boolean({
      description: 'Whether this request uses this sign-in.',
      resolve: ({ id }, _, { viewer }) => viewer?.person?.signInId === id,
    }),
  }),
});
