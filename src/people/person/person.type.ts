import { enumTypeOf } from '../../api/arguments.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { type AccountMember, findMembers } from './account-member.ts';
import { roleInput } from './person.inputs.ts';

export const RoleType = enumTypeOf(roleInput);

export const PersonType = nodeType<AccountMember>('Person', {
  form: 'person',
  find: ({ database, viewer }, ids) => findMembers(database, viewer.account.id, ids),
  scope: (id, { person }) => (id === person?.id ? 'READ' : 'ADMIN'),
  description: 'A person who signs in to the console, as seen by the account of the request.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`per_` followed by 16 characters.' }),
    email: t.expose('email', { type: 'EmailAddress', description: 'Email address with which the person signs in.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name that the person entered.' }),
    role: t.expose('role', { type: RoleType, description: 'The role of the person in the account.' }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'When the person joined the account.' }),
    lastSignedInAt: t.expose('lastSignedInAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person last signed in. Null if the person has never signed in.',
    }),
  }),
});
