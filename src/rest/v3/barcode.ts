import { etagOf } from '../../sessions/barcode/barcode.ts';
import { couponSessionBarcode } from '../../sessions/barcode/draw-coupon-session-barcode.ts';
import { choice, text } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';

const types = { code39: 'CODE39', code128b: 'CODE128B', pdf417: 'PDF417', aztec: 'AZTEC', qrcode: 'QRCODE' };

/** Every failure of this path has the error code 400 and the HTTP status 400. */
export const sessionBarcode = row({
  path: '/v3/couponsession/barcode',
  summary: 'Get the barcode of a session as PNG and SVG, or as an image with `Accept: image/png` or `image/svg+xml`',
  section: 'v3 coupon sessions',
  fields: {
    couponsession: text({
      argument: 'session',
      invalid: 'SESSION_NOT_FOUND',
      required: true,
      missing: 400,
      description: 'The session code.',
      example: '0a1b2c3d4e5f6g7h8i9j0',
    }),
    type: choice(types, {
      argument: 'type',
      invalid: 400,
      complaint: 'Unsupported type.',
      required: true,
      missing: 400,
      description: 'The barcode symbology.',
      example: 'qrcode',
    }),
  },
  calls: {
    only: {
      ...call(couponSessionBarcode, { SESSION_NOT_FOUND: 400 }),
      messages: { SESSION_NOT_FOUND: 'Session does not exist.' },
    },
  },
  errorStatus: 400,
  reply: ({ session, type, png, svg }) => ({
    session,
    type: type.toLowerCase(),
    content_type: 'image/png',
    barcode: png.toString('base64'),
    svg,
  }),
  media: (barcode) => ({
    etag: etagOf(barcode),
    bodies: { 'image/png': barcode.png, 'image/svg+xml': barcode.svg },
  }),
});
