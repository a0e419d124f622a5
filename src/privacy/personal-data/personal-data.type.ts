import { builder } from '../../api/builder.ts';
import { allows, type Viewer } from '../../api/viewer.ts';
import { exportAddress, exportExpiry } from '../../exports/export-address.ts';
import { endOfFile, isOver } from '../../exports/job-file.ts';
import { JobType } from '../../jobs/job.type.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { hasExport, isPersonWork, progressOf } from './person-work.ts';

interface Records {
  noun: string;
  amount: number;
}

const PersonalRecordsRef = builder.objectType(builder.objectRef<Records>('PersonalRecords'), {
  description: 'The number of records of one kind that a job has exported or erased.',
  fields: (t) => ({
    kind: t.exposeString('noun', {
      description: 'The kind of the records, as in the exported file, such as `couponSessions` or `messages`.',
    }),
    amount: t.exposeInt('amount', { description: 'The number of records.' }),
  }),
});

const PersonalDataRef = builder.objectType(builder.objectRef<Job>('PersonalData'), {
  description: 'The result of a job that exports or erases the data of a person. It does not name the person.',
  fields: (t) => ({
    records: t.field({
      type: [PersonalRecordsRef],
      description: 'The number of records of each kind. Not paginated. Kinds without records are left out.',
      resolve: (job) => Object.entries(progressOf(job).records).map(([noun, amount]) => ({ noun, amount })),
    }),
    fileUrl: t.string({
      nullable: true,
      description:
        'A signed address of the exported data as JSON. It needs no credentials. It is valid for one hour, but no longer than the API key. Null for an erasure, while the job runs, without the scope `ADMIN`, and once a day has passed since the job was created.',
      resolve: (job, _, { services, viewer }) => {
        const { account, keyId, scopes } = viewer as Viewer;
        if (!hasExport(job) || isOver(job) || !allows(scopes, 'ADMIN')) return null;
        const file = { type: 'PERSONAL_DATA', accountId: account.id, keyId, subject: job.id } as const;
        return exportAddress(services, file, Math.min(exportExpiry(), endOfFile(job)));
      },
    }),
  }),
});

builder.objectField(JobType, 'personalData', (t) =>
  t.field({
    type: PersonalDataRef,
    nullable: true,
    description: 'The result of a job that exports or erases the data of a person. Null for other jobs.',
    resolve: (job) => (isPersonWork(job) ? job : null),
  }),
);
