import { insertRow } from '../../../src/kernel/database/rows.ts';
import { validationCodeSpaces } from '../../../src/sessions/validation-code/validation-code.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { type Refusals, refusal, unknown } from './table.ts';

export const singleUseCreate: Refusals = {
  path: '/v3/singleuse/create',
  document: 'mutation ($input: CreateSingleUseUrlInput!) { createSingleUseUrl(input: $input) { duplicate } }',
  of: async (app, client) => {
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    const { id: foreign } = await makeCoupon(app.database, (await app.client()).owner);
    const { id: usedUp } = await makeCoupon(app.database, client.owner);
    await app.database.transaction((transaction) =>
      insertRow(transaction, validationCodeSpaces, { couponId: usedUp, form: '###### 0123456789', used: 900_000 }),
    );
    const rest = (fields: object) => ({ campaign: coupon, ...fields });
    const graphql = (input: object) => ({ input: { coupon, ...input } });
    const long = (length: number) => 'x'.repeat(length + 1);
    const both = { customvalcode: 'A', autovalcode: '6digits' };
    return [
      refusal('campaign is missing', [200], {}, { input: {} }),
      refusal('campaign has an invalid character', [301], { campaign: 'cam ' }, { input: { coupon: 'cam ' } }),
      refusal(
        'campaign is too short',
        [502],
        { campaign: 'cam_nope' },
        { input: { coupon: 'cam_nope' } },
        'COUPON_NOT_FOUND',
      ),
      refusal('firstname is too long', [300], rest({ firstname: long(100) }), graphql({ firstName: long(100) })),
      refusal('lastname is too long', [300], rest({ lastname: long(100) }), graphql({ lastName: long(100) })),
      refusal('email is not an address', [305], rest({ email: 'ada@' }), graphql({ email: 'ada@' })),
      refusal('phone is too long', [301], rest({ phone: long(50) }), graphql({ phone: long(50) })),
      refusal('customid has an invalid character', [300], rest({ customid: 'a/b' }), graphql({ customId: 'a/b' })),
      refusal(
        'a custom field is too long',
        [300],
        rest({ customfield4: long(50) }),
        graphql({ customField4: long(50) }),
      ),
      refusal(
        'customvalcode has an invalid character',
        [300],
        rest({ customvalcode: 'A_1' }),
        graphql({ customValCode: 'A_1' }),
      ),
      refusal(
        'customvalcode is too long',
        [300],
        rest({ customvalcode: long(100) }),
        graphql({ customValCode: long(100) }),
      ),
      refusal(
        'autovalcode has an unknown value',
        [302],
        rest({ autovalcode: '7digits' }),
        graphql({ autoValCode: 'DIGITS_7' }),
      ),
      refusal('both codes are given', [302], rest(both), graphql({ customValCode: 'A', autoValCode: 'DIGITS_6' })),
      refusal(
        'duplicate_check is an unknown field',
        [302],
        rest({ duplicate_check: 'name' }),
        graphql({ duplicateCheck: 'NAME' }),
      ),
      refusal(
        'the field in duplicate_check is missing',
        [200],
        rest({ duplicate_check: 'email' }),
        graphql({ duplicateCheck: 'EMAIL' }),
      ),
      refusal('a UTM value is too long', [300], rest({ utm_term: long(255) }), graphql({ utmTerm: long(255) })),
      refusal(
        'expiry_date is not a date',
        [303],
        rest({ expiry_date: '2026-02-30 00:00:00' }),
        graphql({ expiryDate: '2026-02-30 00:00:00' }),
      ),
      refusal(
        'expiry_date has no time',
        [303],
        rest({ expiry_date: '2026-02-20' }),
        graphql({ expiryDate: '2026-02-20' }),
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
        'the validation codes are used up',
        [601],
        { campaign: usedUp, autovalcode: '6digits' },
        { input: { coupon: usedUp, autoValCode: 'DIGITS_6' } },
        'VALIDATION_CODES_EXHAUSTED',
      ),
    ];
  },
};

export const singleUseRemove: Refusals = {
  path: '/v3/singleuse/remove',
  document: 'mutation ($input: DeleteCouponSessionInput!) { deleteCouponSession(input: $input) { session } }',
  of: async (app, client) => {
    const { id: coupon } = await makeCoupon(app.database, client.owner);
    const { id: foreign } = await makeCoupon(app.database, (await app.client()).owner);
    const { session } = await makeSession(app.database, client.owner);
    const input = (coupon: string, session: string) => ({ input: { coupon, session } });
    return [
      refusal('campaign is missing', [200], { couponsession: session }, { input: { session } }),
      refusal('couponsession is missing', [200], { campaign: coupon }, { input: { coupon } }),
      refusal(
        'campaign has an invalid character',
        [301],
        { campaign: 'cam/x', couponsession: session },
        input('cam/x', session),
      ),
      refusal(
        'the coupon is unknown',
        [502],
        { campaign: unknown.coupon, couponsession: session },
        input(unknown.coupon, session),
        'COUPON_NOT_FOUND',
      ),
      refusal(
        'the coupon belongs to another account',
        [502],
        { campaign: foreign, couponsession: session },
        input(foreign, session),
        'COUPON_NOT_FOUND',
      ),
      refusal(
        'the session is unknown',
        [513],
        { campaign: coupon, couponsession: unknown.session },
        input(coupon, unknown.session),
        'SESSION_NOT_FOUND',
      ),
      refusal(
        'the session belongs to another coupon',
        [513],
        { campaign: coupon, couponsession: session },
        input(coupon, session),
        'SESSION_NOT_FOUND',
      ),
      // The specification has no code for its characters, so a malformed session is not found (contract, section 1).
      refusal('the session is malformed', [513], { campaign: coupon, couponsession: '!' }, input(coupon, '!')),
      refusal('the session and campaign are malformed', [301], { campaign: '!', couponsession: '!' }, input('!', '!')),
    ];
  },
};
