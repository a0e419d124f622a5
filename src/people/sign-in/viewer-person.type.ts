import { type Account, accountRow } from '../../accounts/account/account.ts';
import { AccountType } from '../../accounts/account/account.type.ts';
import { ViewerType } from '../../accounts/viewer/viewer.type.ts';
import { builder } from '../../api/builder.ts';
import type { Role } from '../../api/scope.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { findActing, listAccountsOfPerson } from '../person/account-member.ts';
import { PersonType, RoleType } from '../person/person.type.ts';
import { findById } from './person-sign-in.ts';
import { SignInType } from './sign-in.type.ts';

const AccountMemberType = builder.objectType(builder.objectRef<{ account: Account; role: Role }>('AccountMember'), {
  description: 'An account that a person belongs to.',
  fields: (t) => ({
    account: t.field({ type: AccountType, description: 'The account.', resolve: ({ account }) => account }),
    role: t.expose('role', { type: RoleType, description: 'The role of the person in the account.' }),
  }),
});

builder.objectFields(ViewerType, (t) => ({
  person: t.field({
    type: PersonType,
    nullable: true,
    description: 'The signed-in person, as a member of the account or of the account above it. Null for an API key.',
    resolve: ({ person, account }, _, { services: { database } }) =>
      person ? findActing(database, account, person.id) : null,
  }),
  role: t.field({
    type: RoleType,
    nullable: true,
    description:
      'The role with which the person acts for the account. It is the role in the parent account if the person belongs only to the parent. Null for an API key.',
    resolve: ({ person }) => person?.role ?? null,
  }),
  signIn: t.field({
    type: SignInType,
    nullable: true,
    description: 'The sign-in of this request. Null for an API key.',
    resolve: ({ person }, _, { services: { database } }) => (person ? findById(database, person.signInId) : null),
  }),
  accounts: t.field({
    type: [AccountMemberType],
    description:
      'The accounts that the person belongs to, at most 100. To choose one for a request, send the header `X-Account`. Not paginated. Empty for an API key.',
    cost: { items: 20 },
    resolve: async ({ person }, _, { services: { database } }) => {
      const members = person ? await listAccountsOfPerson(database, person.id) : [];
      const accounts = await findRows(database, accountRow, { id: members.map(({ accountId }) => accountId) });
      return members.flatMap(({ accountId, role }) => {
        const account = accounts.find(({ id }) => id === accountId);
        return account ? [{ account, role }] : [];
      });
    },
  }),
}));
