import { makeSession } from '../../support/make.ts';
import { type Refusals, refusal, unknown } from './table.ts';

export const sessionBarcode: Refusals = {
  path: '/v3/couponsession/barcode',
  document: `query ($session: ID!, $type: BarcodeType!) {
    couponSessionBarcode(session: $session, type: $type) { session }
  }`,
  status: 400,
  of: async (app, client) => {
    const { session } = await makeSession(app.database, client.owner);
    const { session: foreign } = await makeSession(app.database, (await app.client()).owner);
    const deleted = await makeSession(app.database, client.owner);
    await client.rest('/v3/singleuse/remove', { campaign: deleted.couponId, couponsession: deleted.session });
    const of = (couponsession: string) =>
      [
        { couponsession, type: 'qrcode' },
        { session: couponsession, type: 'QRCODE' },
      ] as const;
    return [
      refusal('couponsession is missing', [400], { type: 'qrcode' }, { type: 'QRCODE' }),
      refusal('type is missing', [400], { couponsession: session }, { session }),
      refusal('both are missing', [400, 400], {}, {}),
      refusal(
        'the type is not supported',
        [400],
        { couponsession: session, type: 'ean13' },
        { session, type: 'EAN13' },
      ),
      refusal('type is a list', [400], { couponsession: session, type: ['qrcode'] }),
      refusal('couponsession has an invalid character', [400], ...of(`${'0'.repeat(20)}!`)),
      refusal('couponsession is too short', [400], ...of('nope'), 'SESSION_NOT_FOUND'),
      refusal('the session is unknown', [400], ...of(unknown.session), 'SESSION_NOT_FOUND'),
      refusal('the session belongs to another account', [400], ...of(foreign), 'SESSION_NOT_FOUND'),
      refusal('the session is deleted', [400], ...of(deleted.session), 'SESSION_NOT_FOUND'),
    ];
  },
};
