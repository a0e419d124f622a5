import { z } from 'zod';
import { barcodeType } from '../../coupons/coupon/coupon.inputs.ts';
import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { query } from '../../kernel/api/query.ts';
import { sessionCode } from '../session/session.inputs.ts';
import { findSession } from '../session/session-lookup.ts';
import { type Barcode, barcodeOf, etagOf } from './barcode.ts';

const BarcodeResult = builder.objectType(builder.objectRef<Barcode>('Barcode'), {
  description: 'The barcode of a session as a picture.',
  fields: (t) => ({
    session: t.exposeID('session', { description: 'The session code.' }),
    type: t.expose('type', { type: enumTypeOf(barcodeType), description: 'Its kind.' }),
    text: t.exposeString('text', {
      description: 'What a scanner reads: the validation code of the session if it has one, else the session code.',
    }),
    png: t.string({ description: 'As PNG, in base64.', resolve: ({ png }) => png.toString('base64') }),
    svg: t.exposeString('svg', { description: 'As SVG.' }),
    etag: t.string({ description: 'The same as long as the picture is the same.', resolve: etagOf }),
  }),
});

export const couponSessionBarcode = query({
  name: 'couponSessionBarcode',
  description: 'The barcode of a session.',
  scope: 'READ',
  input: z.object({ session: sessionCode, type: barcodeType.meta({ description: 'The kind of barcode.' }) }),
  type: BarcodeResult,
  problems: ['SESSION_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const session = await findSession(database, { session: input.session, accountId: viewer.account.id });
    return barcodeOf(session, input.type);
  },
});
