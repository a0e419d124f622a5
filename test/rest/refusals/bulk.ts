import { insertRow } from '../../../src/kernel/database/rows.ts';
import { validationCodeSpaces } from '../../../src/sessions/validation-code/validation-code.ts';
import { makeCoupon } from '../../support/make.ts';
import { type Refusals, refusal, unknown } from './table.ts';

export const multipleSingleUseCreate: Refusals = {
  path: '/v3/multiplesingleuse/create',
  document: `mutation ($input: CreateSingleUseUrlsInput!) {
    createSingleUseUrls(input: $input) { sessions { session } }
  }`,
  of: async (app, client) => {
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    const { id: foreign } = await makeCoupon(app.database, (await app.client()).owner);
    const { id: deleted } = await makeCoupon(app.database, client.owner, { deletedAt: '2026-01-01 00:00:00.000' });
    const { id: usedUp } = await makeCoupon(app.database, client.owner);
    await app.database.transaction((transaction) =>
      insertRow(transaction, validationCodeSpaces, {
        couponId: usedUp,
        form: '########## 0123456789',
        used: 10 ** 10 - 99,
      }),
    );
    const rest = (fields: object) => ({ campaign: coupon, ...fields });
    const withCodes = (fields: object) => rest({ automated_codes: true, ...fields });
    const graphql = (input: object) => ({ input: { coupon, ...input } });
    const long = 'x'.repeat(51);
    return [
      refusal('campaign is missing', [200], {}, { input: {} }),
      refusal('campaign has an invalid character', [301], { campaign: 'cam_!' }, { input: { coupon: 'cam_!' } }),
      refusal('amount is not a number', [301], rest({ amount: 'ten' }), graphql({ amount: 'ten' })),
      refusal('amount is a fraction', [301], rest({ amount: '2.5' }), graphql({ amount: 2.5 })),
      refusal('amount is zero', [301], rest({ amount: 0 }), graphql({ amount: 0 })),
      refusal('amount is negative', [301], rest({ amount: '-1' }), graphql({ amount: -1 })),
      refusal('amount is more than 100,000', [301], rest({ amount: 100_001 }), graphql({ amount: 100_001 })),
      refusal('status has an unknown value', [302], rest({ status: 'claimed' }), graphql({ status: 'CLAIMED' })),
      refusal('automated_codes is not a boolean', [302], rest({ automated_codes: 'maybe' })),
      refusal(
        'code_prefix has an invalid character',
        [300],
        withCodes({ code_prefix: 'A_' }),
        graphql({ codePrefix: 'A_' }),
      ),
      refusal('code_prefix is too long', [300], withCodes({ code_prefix: long }), graphql({ codePrefix: long })),
      refusal('code_length is too short', [301], withCodes({ code_length: 9 }), graphql({ codeLength: 9 })),
      refusal('code_length is too long', [301], withCodes({ code_length: '26' }), graphql({ codeLength: 26 })),
      refusal('code_length is not a number', [301], withCodes({ code_length: 'x' }), graphql({ codeLength: 'x' })),
      refusal(
        'code_type has an unknown value',
        [302],
        withCodes({ code_type: 'letters' }),
        graphql({ codeType: 'LETTERS' }),
      ),
      refusal(
        'the coupon is unknown',
        [502],
        { campaign: unknown.coupon },
        { input: { coupon: unknown.coupon } },
        'COUPON_NOT_FOUND',
      ),
      refusal(
        'the coupon belongs to another account',
        [502],
        { campaign: foreign },
        { input: { coupon: foreign } },
        'COUPON_NOT_FOUND',
      ),
      refusal(
        'the coupon is deleted',
        [502],
        { campaign: deleted },
        { input: { coupon: deleted } },
        'COUPON_NOT_FOUND',
      ),
      refusal(
        'fewer than ten times as many codes as sessions remain',
        [601],
        { campaign: usedUp, automated_codes: true, code_type: 'numeric' },
        { input: { coupon: usedUp, automatedCodes: true, codeType: 'NUMERIC' } },
        'VALIDATION_CODES_EXHAUSTED',
      ),
    ];
  },
};
