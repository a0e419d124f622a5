import { mutation } from '../../api/mutation.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { beginPersonWork, erasureKind } from './person-work.ts';
import { addressOf, personInput } from './personal-data.inputs.ts';

mutation({
  name: 'erasePersonalData',
  description:
    'Erases everything that the account stores about a person, in the background, and cannot be undone. Coupon sessions, loyalty cards, messages and events stay without what they tell about the person, so that codes, balances and statistics go on to be right. Members of directories, contacts and what the person received of a coupon are removed. Phones are told to update their wallet passes. Opt-outs stay as keyed hashes: nobody can read the address, and messages to it go on to be refused. `personalData` of the job counts what was erased, and nothing of it names the person. A person with several addresses needs a call for each. Data that arrive later are new. Subaccounts are accounts of their own: call it for each of them.',
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
