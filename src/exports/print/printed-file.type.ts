import { builder } from '../../api/builder.ts';
import type { Viewer } from '../../api/viewer.ts';
import { JobType } from '../../jobs/job.type.ts';
import { exportAddress, exportExpiry } from '../export-address.ts';
import { endOfFile } from '../job-file.ts';
import { hasSheet } from './code-sheet.ts';

builder.objectField(JobType, 'fileUrl', (t) =>
  t.string({
    nullable: true,
    description:
      'A signed address of the PDF that the job has created. It needs no credentials. It is valid for one hour, but no longer than the API key. Null for other jobs, while the job runs, if there was nothing to print, and once a day has passed since the job was created.',
    resolve: (job, _, { services, viewer }) => {
      if (!hasSheet(job)) return null;
      const { account, keyId } = viewer as Viewer;
      const file = { type: 'PRINT_SHEET', accountId: account.id, keyId, subject: job.id } as const;
      return exportAddress(services, file, Math.min(exportExpiry(), endOfFile(job)));
    },
  }),
);
