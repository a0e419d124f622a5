import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { JobType } from '../../jobs/job.type.ts';
import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Viewer } from '../../kernel/api/viewer.ts';
import { exportAddress, exportExpiry } from '../export-address.ts';
import { printLanguage, tentSize } from './code-sheet.inputs.ts';
import { endOfSheet, hasSheet } from './code-sheet.ts';

const validity = 'It is valid for one hour, and no longer than the API key.';

builder.objectField(JobType, 'fileUrl', (t) =>
  t.string({
    nullable: true,
    description: `A signed address of the PDF that the job has drawn, which needs no credentials. ${validity} Null for other jobs, while the job runs, if there was nothing to print, and a day after the job was created.`,
    resolve: (job, _, { services, viewer }) => {
      if (!hasSheet(job)) return null;
      const { account, keyId } = viewer as Viewer;
      const file = { type: 'PRINT_SHEET', accountId: account.id, keyId, subject: job.id } as const;
      return exportAddress(services, file, Math.min(exportExpiry(), endOfSheet(job)));
    },
  }),
);

builder.objectField(CouponType, 'tableTentUrl', (t) =>
  t.string({
    description: `A signed address that needs no credentials. A GET request to it returns a table tent as PDF: a paper to fold, both sides of which show the title, the subtitle, the value and the expiry of the coupon, and a QR code of its public page. ${validity}`,
    args: {
      size: t.arg({ type: enumTypeOf(tentSize), defaultValue: 'A5', description: 'The paper. Default: A5.' }),
      language: t.arg({
        type: enumTypeOf(printLanguage),
        defaultValue: 'EN',
        description: 'The language of the date and the amount. Default: EN.',
      }),
    },
    resolve: ({ id }, { size, language }, { services, viewer }) => {
      const { account, keyId } = viewer as Viewer;
      const tent = { size: size ?? 'A5', language: language ?? 'EN' };
      const file = { type: 'TABLE_TENT', accountId: account.id, keyId, subject: id, tent } as const;
      return exportAddress(services, file, exportExpiry());
    },
  }),
);
