import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { accountFields } from '../account/account.inputs.ts';
import { AccountType } from '../account/account.type.ts';
import { addTestAccount } from './account-pair.ts';

mutation({
  name: 'createTestAccount',
  description:
    'Creates the test account of the account: an account of its own, without data, that sends only to the outbox and has a clock that `advanceTestClock` sets forward. Keys of the account may act for it with the `X-Account` header, so they can create its first key. An account has one test account; closing the account closes it too.',
  scope: 'ADMIN',
  input: z.object({
    name: accountFields.name
      .nullish()
      .meta({ description: 'Name of the test account. Default: that of the account, with `(test)`.' }),
  }),
  type: AccountType,
  problems: ['TEST_ACCOUNT_EXISTS', 'NOT_IN_TEST_ACCOUNT'],
  run: ({ input, viewer, services, transaction }) =>
    addTestAccount(transaction, services.secrets, { liveId: viewer.account.id, name: input.name }),
});
