import { mutation } from '../../api/mutation.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { beginPersonWork, erasureKind } from './person-work.ts';
import { addressOf, personInput } from './personal-data.inputs.ts';

mutation({
  name: 'erasePersonalData',
  description:
    'Erases everything that the account stores about a person, in the background. This cannot be undone. Coupon sessions, loyalty cards, messages and events stay without data about the person, so that codes, balances and statistics remain correct. Directory members, contacts and the records of received coupons are removed. Phones are notified to update their wallet passes. Opt-outs stay as keyed hashes: the address cannot be read, and messages to it are still refused. `personalData` of the job counts the erased records and does not name the person. A person with several addresses needs one call for each address. Data that arrive later are stored as new. Subaccounts are separate accounts: call it for each of them.',
  scope: 'ADMIN',
  input: personInput,
  type: JobType,
  problems: ['TOO_MANY_JOBS'],
  run: async ({ input, viewer, transaction }) => {
    const { id: accountId } = viewer.account;
    await requireRoomForJob(transaction, accountId);
    return beginPersonWork(transaction, erasureKind, { accountId, ...addressOf(input) });
  },
});
