import { builder } from '../../api/builder.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import type { Account } from '../account/account.ts';
import { AccountType } from '../account/account.type.ts';
import { findTestAccount } from './account-pair.ts';
import { timeOf } from './clock-setting.ts';

const ClockStatus = builder.enumType('AccountClockStatus', {
  description: "The status of a test account's clock.",
  values: {
    READY: { description: 'The clock runs like a real clock and can be set forward.' },
    ADVANCING: {
      description: 'The clock is being set forward. Some work that was due in between might not be done yet.',
    },
  },
});

const AccountClock = builder.objectType(builder.objectRef<Account>('AccountClock'), {
  description: 'The clock of a test account.',
  fields: (t) => ({
    time: t.field({
      type: 'DateTime',
      description: 'The current time of the account.',
      resolve: (account) => toInstant(new Date(timeOf(account))),
    }),
    status: t.field({
      type: ClockStatus,
      description: 'The status of the clock: running, or being set forward.',
      resolve: ({ clockTarget }) => (clockTarget === null ? 'READY' : 'ADVANCING'),
    }),
    target: t.expose('clockTarget', {
      type: 'DateTime',
      nullable: true,
      description: 'The target time while the clock is being set forward. Null while the status is `READY`.',
    }),
  }),
});

builder.objectFields(AccountType, (t) => ({
  testOf: t.exposeID('testOf', {
    nullable: true,
    description: 'The id of the account that this test account belongs to. Null for a live account.',
  }),
  testAccount: t.field({
    type: AccountType,
    nullable: true,
    description: 'The test account. Null until `createTestAccount` creates it.',
    resolve: ({ id }, _, { services }) => findTestAccount(services.database, id),
  }),
  clock: t.field({
    type: AccountClock,
    nullable: true,
    description: 'The clock of a test account. Null for a live account.',
    resolve: (account) => (account.testOf === null ? null : account),
  }),
}));
