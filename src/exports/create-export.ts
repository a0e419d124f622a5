import { z } from 'zod';
import { contactGroupId } from '../contacts/group/contact-group.inputs.ts';
import { findGroup } from '../contacts/group/contact-group.ts';
import { couponId } from '../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../coupons/coupon/coupon.ts';
import { builder } from '../kernel/api/builder.ts';
import { mutation } from '../kernel/api/mutation.ts';
import { requireRow } from '../kernel/database/single-row.ts';
import { Problem } from '../kernel/problem.ts';
import { type Instant, toInstant } from '../kernel/values/instant.ts';
import { exportTypes } from './export.ts';
import { exportAddress } from './export-address.ts';
import { exportFormats } from './export-format.ts';

const ExportRef = builder.objectType(builder.objectRef<{ url: string; expiresAt: Instant }>('Export'), {
  description: 'Where to fetch an export.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description: 'A signed address that needs no credentials. It streams the records as they are then.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the address stops working.' }),
  }),
});

const filter = z
  .object({
    coupon: couponId.nullish().meta({ description: 'Only records of this coupon.' }),
    group: contactGroupId.nullish().meta({ description: 'Only contacts of this group.' }),
    from: z
      .string()
      .nullish()
      .meta({ scalar: 'DateTime', description: 'Only records created from this instant on. Codes have no time.' }),
    to: z.string().nullish().meta({ scalar: 'DateTime', description: 'Only records created before this instant.' }),
  })
  .meta({ id: 'ExportFilter', description: 'Which records; all conditions hold together.' });

const validMinutes = 60;

mutation({
  name: 'createExport',
  description: 'Makes an address from which records can be fetched for an hour, as many as there are.',
  scope: 'WRITE',
  input: z.object({
    type: z
      .enum(exportTypes)
      .meta({
        id: 'ExportType',
        description: 'What can be exported.',
        values: {
          SESSIONS: 'Coupon sessions with all their fields, UTM parameters included.',
          CODES: 'Generated and imported validation codes with the sequence id of their session.',
          EVENTS: 'What happened, with the record after the change as JSON.',
          CONTACTS: 'Contacts of groups, in the form in which they are imported.',
        },
      })
      .meta({ description: 'What to export.' }),
    filter: filter.nullish().meta({ description: 'Which records; all unless told.' }),
    format: z
      .enum(exportFormats)
      .meta({
        id: 'ExportFormat',
        description: 'How an export is written.',
        values: {
          CSV: 'Comma-separated values with a line of names; formulas are neutralised.',
          JSONL: 'One JSON object a line.',
        },
      })
      .default('CSV')
      .meta({ description: 'How to write it.' }),
  }),
  type: ExportRef,
  problems: ['COUPON_NOT_FOUND', 'CONTACT_GROUP_NOT_FOUND'],
  run: async ({ input, viewer, transaction, services }) => {
    const { coupon = null, group = null, from = null, to = null } = input.filter ?? {};
    if (coupon) await requireRow(transaction, couponRow, { accountId: viewer.account.id, id: coupon });
    const { id: accountId } = viewer.account;
    if (group && !(await findGroup(transaction, { accountId, id: group })))
      throw new Problem('CONTACT_GROUP_NOT_FOUND');
    const expires = Date.now() + validMinutes * 60_000;
    const request = { type: input.type, format: input.format, accountId, coupon, group, from, to };
    return { url: exportAddress(services, request, expires), expiresAt: toInstant(new Date(expires)) };
  },
});
