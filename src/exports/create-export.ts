import { z } from 'zod';
import { builder } from '../api/builder.ts';
import { dateTime } from '../api/inputs.ts';
import { mutation } from '../api/mutation.ts';
import { requireScope } from '../api/viewer.ts';
import { contactGroupId } from '../contacts/group/contact-group.inputs.ts';
import { findGroup } from '../contacts/group/contact-group.ts';
import { couponId } from '../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../coupons/coupon/coupon.ts';
import { requireRow } from '../kernel/database/rows.ts';
import { Problem } from '../kernel/problem.ts';
import { type Instant, toInstant } from '../kernel/values/instant.ts';
import { exportTypes } from './export.ts';
import { exportAddress, exportExpiry } from './export-address.ts';
import { exportFormats } from './export-format.ts';

const ExportRef = builder.objectType(builder.objectRef<{ url: string; expiresAt: Instant }>('Export'), {
  description: 'The address of an export.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'A signed address that needs no credentials. A GET request to it streams the data at the time of the request.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the address expires.' }),
  }),
});

const filter = z
  .object({
    coupon: couponId.nullish().meta({ description: 'Only data of this coupon. Has no effect on contacts.' }),
    group: contactGroupId.nullish().meta({ description: 'Only contacts of this group. Has no effect on other data.' }),
    from: dateTime.nullish().meta({
      description: 'Only data created at or after this time. Has no effect on validation codes.',
    }),
    to: dateTime.nullish().meta({
      description: 'Only data created before this time. Has no effect on validation codes.',
    }),
  })
  .refine(({ from, to }) => !from || !to || Date.parse(from) <= Date.parse(to), {
    path: ['to'],
    message: 'must not be before from',
  })
  .meta({ id: 'ExportFilter', description: 'Selects the data to export. All conditions must match.' });

mutation({
  name: 'createExport',
  description:
    'Creates an address that streams the exported data. The address is valid for one hour, but no longer than the API key.',
  scope: 'WRITE',
  input: z.object({
    type: z
      .enum(exportTypes)
      .meta({
        id: 'ExportType',
        description: 'The data that can be exported.',
        values: {
          SESSIONS: 'Coupon sessions with all their fields, including UTM parameters.',
          CODES: 'Generated and imported validation codes, each with the sequence id of its session.',
          EVENTS: 'Events, each with the object after the change as JSON.',
          CONTACTS: 'Contacts of groups, in the format of contact imports.',
          AUDIT_LOG: 'The audit log. Needs the scope `ADMIN`.',
        },
      })
      .meta({ description: 'The data to export.' }),
    filter: filter.nullish().meta({ description: 'Selects the data to export. Default: everything.' }),
    format: z
      .enum(exportFormats)
      .meta({
        id: 'ExportFormat',
        description: 'The format of an export.',
        values: {
          CSV: 'Comma-separated values with a header line. Cells that spreadsheets would read as formulas are neutralized.',
          JSONL: 'One JSON object per line.',
        },
      })
      .default('CSV')
      .meta({ description: 'The format.' }),
  }),
  type: ExportRef,
  problems: ['COUPON_NOT_FOUND', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input, viewer, transaction, services }) => {
    if (input.type === 'AUDIT_LOG') requireScope(viewer, 'ADMIN');
    const { coupon = null, group = null, from = null, to = null } = input.filter ?? {};
    if (coupon) await requireRow(transaction, couponRow, { accountId: viewer.account.id, id: coupon });
    const { id: accountId } = viewer.account;
    if (group && !(await findGroup(transaction, { accountId, id: group })))
      throw new Problem('CONTACT_GROUP_NOT_FOUND');
    const expires = exportExpiry();
    const { keyId } = viewer;
    const request = { type: input.type, format: input.format, accountId, keyId, coupon, group, from, to };
    return { url: exportAddress(services, request, expires), expiresAt: toInstant(new Date(expires)) };
  },
});
