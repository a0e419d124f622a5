import { z } from 'zod';
import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { query } from '../../api/query.ts';
import { barcodeType } from '../../coupons/coupon/coupon.inputs.ts';
import { sessionCode } from '../session/session.inputs.ts';
import { findSession } from '../session/session.ts';
import { type Barcode, barcodeOf, etagOf } from './barcode.ts';

const BarcodeResult = builder.objectType(builder.objectRef<Barcode>('Barcode'), {
  description: 'The barcode of a session as an image.',
  fields: (t) => ({
    session: t.exposeID('session', { description: 'The session code.' }),
    type: t.expose('type', { type: enumTypeOf(barcodeType), description: 'The barcode symbology.' }),
    text: t.exposeString('text', {
      description: 'The encoded text: the validation code of the session if it has one, otherwise the session code.',
    }),
    png: t.string({
      description: 'The barcode as a PNG image, base64-encoded.',
      resolve: ({ png }) => png.toString('base64'),
    }),
    svg: t.exposeString('svg', { description: 'The barcode as an SVG image.' }),
    etag: t.string({ description: 'A hash of the image. Identical images have the same hash.', resolve: etagOf }),
  }),
});

export const couponSessionBarcode = query({
  name: 'couponSessionBarcode',
  description: 'The barcode of a session.',
  scope: 'READ',
  input: z.object({ session: sessionCode, type: barcodeType.meta({ description: 'The barcode symbology.' }) }),
  type: BarcodeResult,
  problems: ['SESSION_NOT_FOUND'],
  cost: { own: 2000 },
  run: async ({ input, viewer, database }) => {
    const session = await findSession(database, { session: input.session, accountId: viewer.account.id });
    return barcodeOf(session, input.type, viewer.account);
  },
});
