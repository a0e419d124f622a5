import { z } from 'zod';
import { dateTime } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { accountFields } from '../account/account.inputs.ts';
import { AccountType } from '../account/account.type.ts';
import { addTestAccount } from './account-pair.ts';
import { advanceClockJob } from './clock-advance.ts';
import { keptBy } from './clock-retention.ts';
import { beginAdvance } from './clock-setting.ts';

mutation({
  name: 'createTestAccount',
  description:
    'Creates the test account of the account. It has no data at first, sends only to the outbox, and has a clock that `advanceTestClock` sets forward. Keys of the account can act for it with the `X-Account` header, and can create its first key. An account has at most one test account. Closing the account also closes its test account.',
  scope: 'ADMIN',
  input: z.object({
    name: accountFields.name
      .nullish()
      .meta({ description: 'Name of the test account. Default: the name of the account, followed by `(test)`.' }),
  }),
  type: AccountType,
  problems: ['TEST_ACCOUNT_EXISTS', 'NOT_IN_TEST_ACCOUNT'],
  run: ({ input, viewer, services, transaction }) =>
    addTestAccount(transaction, services.secrets, { liveId: viewer.account.id, name: input.name }),
});

mutation({
  name: 'advanceTestClock',
  description:
    'Sets forward the clock of the test account that the request acts for. Everything that is due in between happens in order, each at its due time: expiries, retries of webhooks and messages, and the removal of old data. A job does the work. `clock.status` is `ADVANCING` until the clock reaches the target. Limits: 2 years per call, and 10 years ahead of the real time.',
  scope: 'ADMIN',
  input: z.object({
    to: dateTime.meta({ description: 'The target time of the clock.' }),
  }),
  type: AccountType,
  problems: ['NOT_A_TEST_ACCOUNT', 'CLOCK_ADVANCING', 'CLOCK_BACKWARDS', 'CLOCK_STEP_TOO_LONG', 'CLOCK_TOO_FAR'],
  run: async ({ input: { to }, viewer, services, transaction }) => {
    const { id } = viewer.account;
    const account = await beginAdvance(transaction, id, to);
    const kept = keptBy(account, services.keptDays);
    await enqueue(transaction, advanceClockJob, { account: id, to, kept }, { accountId: id });
    return account;
  },
});
