import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { query } from '../../api/query.ts';
import { barcodeType, couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { inThread } from '../../kernel/threads/side-thread.ts';
import { sessionState } from '../../sessions/search/session-state.inputs.ts';
import { exportAddress, exportExpiry } from '../export-address.ts';
import { printLanguage, sheetLayout, tentSize } from './code-sheet.inputs.ts';
import { begunSheet, type PrintSheet, printSheetKind, requireRoomForSheet } from './code-sheet.ts';
import { tentLabel } from './label-wording.ts';
import { requireReadableBarcodes } from './readable-barcodes.ts';

const PrintSheetRef = builder.objectType(builder.objectRef<{ job: Job; unprintable: string[] }>('PrintSheet'), {
  description: 'A sheet of codes that a job creates.',
  fields: (t) => ({
    job: t.expose('job', {
      type: JobType,
      description: 'The job. When it is done, its `fileUrl` is the address of the PDF.',
    }),
    unprintable: t.exposeStringList('unprintable', {
      description:
        'The unprintable characters in the texts, such as Arabic letters and some pictographs. The sheet leaves them out. Chinese, Japanese and Korean characters are printed in the fonts of the program that shows the PDF.',
    }),
  }),
});

const maxPrinted = 10_000;

const sequenceId = (description: string) =>
  z
    .int()
    .min(0)
    .nullish()
    .meta({ scalar: 'BigInt', description: `${description}, inclusive.` });

const shown = (what: string) =>
  z
    .boolean()
    .default(true)
    .meta({ description: `Whether labels show ${what}. Default: true.` });

const printSheetInput = z
  .object({
    coupon: couponId,
    layout: sheetLayout.meta({ description: 'The paper and the positions of the labels.' }),
    amount: z.int().min(1).max(maxPrinted).meta({
      description:
        'The maximum number of codes, 1 to 10,000. The sheet has the newest codes, or the first codes of the range.',
    }),
    firstSequence: sequenceId('The first sequence id of a range'),
    lastSequence: sequenceId('The last sequence id of a range'),
    state: sessionState
      .nullish()
      .meta({ description: 'Only sessions in this state. Default: all sessions that are not voided.' }),
    barcode: barcodeType.nullish().meta({
      description:
        'The symbology. Default: the symbology of the coupon, or QRCODE. The barcode contains the validation code of the session, or its session code if it has no validation code. Texts that the symbology cannot encode become QR codes. The call fails with `INVALID_INPUT` if more than one in 20 codes is too long for a barcode that scanners can read on these labels. Fewer such codes become QR codes. Session codes fit on all papers as QRCODE, AZTEC, PDF417 or CODE128B. As CODE39, they fit only on L7163, A6 and A4.',
    }),
    isAddress: z.boolean().default(false).meta({
      description:
        'Whether the barcode is a QR code with the address of the session, for customers to scan. Cannot be combined with `barcode`. Default: false.',
    }),
    labelText: z
      .string()
      .max(200)
      .nullish()
      .meta({ description: 'Additional text, at most 200 characters. Default: the subtitle of the coupon.' }),
    language: printLanguage.default('EN').meta({ description: 'The language of dates and amounts. Default: EN.' }),
    showPrice: shown('the value of the coupon'),
    showExpiry: shown('the expiry date'),
    showCode: shown('the code as text'),
  })
  .refine(({ barcode, isAddress }) => !(barcode && isAddress), {
    path: ['barcode'],
    message: 'cannot be combined with isAddress',
  })
  .refine(({ firstSequence: first, lastSequence: last }) => first == null || last == null || first <= last, {
    path: ['lastSequence'],
    message: 'must not be smaller than firstSequence',
  });

mutation({
  name: 'createPrintSheet',
  description:
    'In the background, creates a PDF with codes of a coupon. The PDF has up to 10,000 labels or cards, each with the title of the coupon and a barcode. Voided sessions are left out unless `state` selects them. The file is kept for one day after the call. An account can have up to 20 sheets at a time.',
  scope: 'WRITE',
  input: printSheetInput,
  type: PrintSheetRef,
  problems: ['COUPON_NOT_FOUND', 'TOO_MANY_JOBS', 'TOO_MANY_PRINT_SHEETS'],
  cost: { bulk: true },
  prepare: async ({ input, viewer, database, services }) => {
    const coupon = await requireRow(database, couponRow, { accountId: viewer.account.id, id: input.coupon });
    const sheet = sheetOf(input, coupon, services.publicUrl);
    await requireReadableBarcodes(database, sheet, viewer.account);
    const { title, price } = tentLabel(coupon, input.language, services.publicUrl);
    const module = new URL('../pdf/unprintable-characters.ts', import.meta.url);
    return { unprintable: await inThread<string[]>(module, [title, price, sheet.text].join(' '), viewer.account) };
  },
  run: async ({ input, viewer, transaction, services, prepared: { unprintable } }) => {
    const { id: accountId } = viewer.account;
    await requireRoomForJob(transaction, accountId);
    await requireRoomForSheet(transaction, accountId);
    const coupon = await requireRow(transaction, couponRow, { accountId, id: input.coupon }, 'shared');
    const sheet = sheetOf(input, coupon, services.publicUrl);
    return {
      job: await enqueue(transaction, printSheetKind, sheet, { accountId, progress: begunSheet(sheet) }),
      unprintable,
    };
  },
});

function sheetOf(input: z.output<typeof printSheetInput>, coupon: Coupon, publicUrl: string): PrintSheet {
  return {
    coupon: coupon.id,
    layout: input.layout,
    amount: input.amount,
    first: input.firstSequence ?? null,
    last: input.lastSequence ?? null,
    state: input.state ?? null,
    barcode: input.isAddress ? null : (input.barcode ?? coupon.barcode ?? 'QRCODE'),
    text: input.labelText ?? coupon.subtitle ?? '',
    language: input.language,
    shows: { price: input.showPrice, expiry: input.showExpiry, code: input.showCode },
    publicUrl,
  };
}

query({
  name: 'tableTentUrl',
  description:
    'A signed address that needs no credentials. A GET request to it returns a PDF of a table tent, a sheet of paper to fold. Both sides show the title, the subtitle, the value and the expiry of the coupon, and a QR code of its public page. The address is valid for one hour, but no longer than the API key.',
  scope: 'READ',
  input: z.object({
    coupon: couponId,
    size: tentSize.default('A5').meta({ description: 'The paper. Default: A5.' }),
    language: printLanguage
      .default('EN')
      .meta({ description: 'The language of the date and the amount. Default: EN.' }),
  }),
  type: 'String',
  problems: ['COUPON_NOT_FOUND'],
  run: async ({ input: { coupon, ...tent }, viewer, database, services }) => {
    const { id } = await requireRow(database, couponRow, { accountId: viewer.account.id, id: coupon });
    const file = { type: 'TABLE_TENT', accountId: viewer.account.id, keyId: viewer.keyId, subject: id, tent } as const;
    return exportAddress(services, file, exportExpiry());
  },
});
