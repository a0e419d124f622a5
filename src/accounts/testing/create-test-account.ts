import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { accountFields } from '../account/account.inputs.ts';
import { AccountType } from '../account/account.type.ts';
import { addTestAccount } from './account-pair.ts';

mutation({
  name: 'createTestAccount',
  description:
    'Creates the test account of the account. It has no data at first, sends only to the outbox, and has a clock that `advanceTestClock` sets forward. Keys of the account can act for it with the `X-Account` header, and can create its first key. An account has at most one test account. Closing the account also closes its test account.',
  scope: 'ADMIN',
  input: z.object({
    name: accountFields.name
      .nullish()
      .meta({ description: 'Name of the test account. Default: the name of the account, with `(test)`.' }),
  }),
  type: AccountType,
  problems: ['TEST_ACCOUNT_EXISTS', 'NOT_IN_TEST_ACCOUNT'],
  run: ({ input, viewer, services, transaction }) =>
    addTestAccount(transaction, services.secrets, { liveId: viewer.account.id, name: input.name }),
});
