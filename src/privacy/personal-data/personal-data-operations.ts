import { mutation } from '../../api/mutation.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { beginPersonWork, erasureKind, exportKind, requireRoomForExport } from './person-work.ts';
import { addressOf, personInput } from './personal-data.inputs.ts';

mutation({
  name: 'exportPersonalData',
  description:
    'In the background, collects everything that the account stores about a person. The file has coupon sessions, loyalty cards with their entries and purchases, members of directories, contacts, messages with their texts, opt-outs, wallet passes, events, webhook responses and log entries. `personalData.fileUrl` of the job is the address of the file. The file is kept for one day after the call. An account can have up to 10 files at a time. The job fails if the data exceeds 32 MB. A person with several addresses needs one call for each address. Subaccounts are separate accounts and need their own calls.',
  scope: 'ADMIN',
  input: personInput,
  type: JobType,
  problems: ['TOO_MANY_JOBS', 'TOO_MANY_PERSONAL_EXPORTS'],
  run: async ({ input, viewer, transaction }) => {
    const { id: accountId } = viewer.account;
    await requireRoomForJob(transaction, accountId);
    await requireRoomForExport(transaction, accountId);
    return beginPersonWork(transaction, exportKind, { accountId, ...addressOf(input) });
  },
});

mutation({
  name: 'erasePersonalData',
  description:
    'In the background, erases everything that the account stores about a person. This cannot be undone. Coupon sessions, loyalty cards, messages and events remain, but without data about the person, and purchases without their references, so that codes, balances and statistics remain correct. Directory members, contacts and the records of received coupons are removed. Phones are notified to update their wallet passes. Opt-outs remain as keyed hashes: the address cannot be read, and messages to it are still refused. `personalData` of the job counts the erased records and does not name the person. A person with several addresses needs one call for each address. Data that arrives later is stored as new. Subaccounts are separate accounts and need their own calls.',
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
