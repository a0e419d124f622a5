import { z } from 'zod';
import { dateTime } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { AccountType } from '../account/account.type.ts';
import { advanceClockJob } from './clock-advance.ts';
import { keptBy } from './clock-retention.ts';
import { beginAdvance } from './clock-setting.ts';

mutation({
  name: 'advanceTestClock',
  description:
    'Sets the clock of the test account that the request acts for forward. Everything that is due on the way happens in its order and at its time: expiries, retries of webhooks and messages, retention. A job does it: `clock.status` is `ADVANCING` until the clock has arrived. The clock goes forward by at most 2 years at a time, and is at most 10 years ahead of the real time.',
  scope: 'ADMIN',
  input: z.object({
    to: dateTime.meta({ description: 'The time to which the clock goes.' }),
  }),
  type: AccountType,
  problems: ['NOT_A_TEST_ACCOUNT', 'CLOCK_ADVANCING', 'CLOCK_BACKWARDS', 'CLOCK_STEP_TOO_LONG', 'CLOCK_TOO_FAR'],
  run: async ({ input: { to }, viewer, services, transaction }) => {
    const { id } = viewer.account;
    const account = await beginAdvance(transaction, id, to);
    const kept = keptBy(account, services.keptDays);
    await later(transaction, advanceClockJob, { account: id, to, kept }, { accountId: id });
    return account;
  },
});
