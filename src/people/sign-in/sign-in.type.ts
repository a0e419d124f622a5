import { builder } from '../../kernel/api/builder.ts';
import { bind } from '../../kernel/database/statement.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { currentValues, isCurrent, type PersonSignIn, signInColumns } from './person-sign-in.ts';

export const SignInType = builder.objectType(builder.objectRef<PersonSignIn>('SignIn'), {
  interfaces: [NodeType],
  description:
    'A browser in which a person is signed in to the console. A sign-in ends after 12 hours without use, and after 14 days at the latest.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`sig_` followed by 16 characters.' }),
    personId: t.exposeID('personId', { description: 'The id of the person: `per_` followed by 16 characters.' }),
    accountId: t.exposeID('accountId', { description: 'The id of the account that the person acts for.' }),
    isCurrent: t.boolean({
      description: 'Whether this request came with this sign-in.',
      resolve: ({ id }, _, { viewer }) => viewer?.person?.signInId === id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person signed in.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'When it was last used, to the minute.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends at the latest.' }),
    address: t.exposeString('address', { description: 'The IP address from which the person signed in.' }),
    browser: t.exposeString('browser', { description: 'What the browser called itself, at most 200 characters.' }),
  }),
});

readableById(SignInType, {
  form: idPattern('signIn'),
  find: ({ database, viewer: { person, account, scopes } }, ids) => {
    const [own, at, last] = [person?.id ?? '', ...currentValues()];
    const ofAccount = scopes.includes('ADMIN') ? account.id : '';
    return database.rows<PersonSignIn>(
      ...bind(
        `SELECT ${signInColumns} FROM sign_ins i WHERE i.id IN (:ids) AND (i.person_id = :own OR i.account_id = :ofAccount)
           AND ${isCurrent.replace('?', ':at').replace('?', ':last')}`,
        { ids, own, ofAccount, at, last },
      ),
    );
  },
  scope: (_id, { person }) => (person ? 'READ' : 'ADMIN'),
});
