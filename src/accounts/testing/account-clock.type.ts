import { builder } from '../../api/builder.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import type { Account } from '../account/account.ts';
import { AccountType } from '../account/account.type.ts';
import { findTestAccount } from './account-pair.ts';
import { timeOf } from './clock-setting.ts';

const ClockStatus = builder.enumType('AccountClockStatus', {
  description: 'Whether the clock of a test account is being set forward.',
  values: {
    READY: { description: 'The clock runs like a real one, and can be set forward.' },
    ADVANCING: { description: 'The clock is being set forward. What was due on the way may not have happened yet.' },
  },
});

const AccountClock = builder.objectType(builder.objectRef<Account>('AccountClock'), {
  description: 'The clock of a test account.',
  fields: (t) => ({
    time: t.field({
      type: 'DateTime',
      description: 'The time of the account.',
      resolve: (account) => toInstant(new Date(timeOf(account))),
    }),
    status: t.field({
      type: ClockStatus,
      description: 'Whether it is being set forward.',
      resolve: ({ clockTarget }) => (clockTarget === null ? 'READY' : 'ADVANCING'),
    }),
    target: t.expose('clockTarget', {
      type: 'DateTime',
      nullable: true,
      description: 'The time to which it is being set forward. Null while its status is `READY`.',
    }),
  }),
});

builder.objectFields(AccountType, (t) => ({
  testOf: t.exposeID('testOf', {
    nullable: true,
    description: 'The id of the account whose test account this is. Null for a live account.',
  }),
  testAccount: t.field({
    type: AccountType,
    nullable: true,
    description: 'The test account, if `createTestAccount` has created one.',
    resolve: ({ id }, _, { services }) => findTestAccount(services.database, id),
  }),
  clock: t.field({
    type: AccountClock,
    nullable: true,
    description: 'The clock of a test account. Null for a live account.',
    resolve: (account) => (account.testOf === null ? null : account),
  }),
}));
