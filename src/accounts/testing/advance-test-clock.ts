import { z } from 'zod';
import { dateTime } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { AccountType } from '../account/account.type.ts';
import { advanceClockJob } from './clock-advance.ts';
import { keptBy } from './clock-retention.ts';
import { beginAdvance } from './clock-setting.ts';

mutation({
  name: 'advanceTestClock',
  description:
    'Sets the clock of the test account of the request forward. Everything that is due in between happens in order, each at its due time: expiries, retries of webhooks and messages, retention. A job does the work. `clock.status` is `ADVANCING` until the clock reaches the target. Limits: 2 years per call, and 10 years ahead of the real time.',
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
