import { describe, expect, test } from 'vitest';
import { blankCoupon, type Coupon } from '../../../src/coupons/coupon/coupon.ts';
import { blankCard, type LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import type { UserWithRewards } from '../../../src/loyalty/user/loyalty-member.ts';
import type { CouponSession } from '../../../src/sessions/session/session.ts';
import { plainDesign, type ShownDesign } from '../../../src/wallets/design/wallet-picture.ts';
import { shortened, textModules } from '../../../src/wallets/google-pass/google-content.ts';
import { classOf, objectOf } from '../../../src/wallets/google-pass/google-pass.ts';
import type { PassSubject } from '../../../src/wallets/pass/pass-subject.ts';

const at = '2026-11-22 12:00:00.000';
const issuerId = '3388000000012345678';
const client = { issuerId, integration: { id: 'int_0' } } as never;

// biome-ignore lint/suspicious/noExplicitAny: tests look into classes and objects of any shape
const classFor = (subject: PassSubject): any => classOf(subject, client, 'https://bakery.example').content;
// biome-ignore lint/suspicious/noExplicitAny: tests look into classes and objects of any shape
const objectFor = (subject: PassSubject): any => {
  const campaignId = 'coupon' in subject ? subject.coupon.id : subject.card.id;
  return objectOf(subject, { id: 'pas_0', issuer: issuerId, campaignId } as never, at).content;
};

function coupon(given: Partial<Coupon> = {}, session: Partial<CouponSession> = {}, name = 'Bakery'): PassSubject {
  const of = { ...blankCoupon('acc_0', 'Europe/Berlin'), id: 'cam_0', name: 'Rye bread', ...given };
  const none = { customValidationCode: null, claimedAt: null, validatedAt: null, voidedAt: null, lockedAt: null };
  const held = { session: 's'.repeat(21), expiresAt: null, ...none, ...session };
  return { account: { name } as never, coupon: of, session: held as never, design: plainDesign };
}

function card(given: Partial<LoyaltyCard> = {}, user: Partial<UserWithRewards> = {}): PassSubject {
  const blank = blankCard({ id: 'acc_0', domain: null }, 'STAMP', 'WALLET');
  const of = { ...blank, id: 'loy_0', name: 'Bread', stampsRequired: 10, ...given };
  const member = { id: 'usr_0', firstName: 'Ada', lastName: null, stamps: 3, points: 0, voidedAt: null, rewards: [] };
  const shown = { ...member, ...user } as never;
  return {
    account: { name: 'Bakery' } as never,
    card: of,
    user: shown,
    rewards: [],
    expiring: null,
    design: plainDesign,
  };
}

test('a class belongs to one user on all devices, and names who made it and where to report', () => {
  for (const [subject, id] of [
    [coupon(), 'cam_0'],
    [card(), 'loy_0'],
  ] as const)
    expect(classFor(subject)).toMatchObject({
      id: `${issuerId}.${id}`,
      issuerName: 'Bakery',
      reviewStatus: 'UNDER_REVIEW',
      multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
      callbackOptions: { url: 'https://bakery.example/wallet/google/callback/int_0' },
    });
});

describe('the class of a coupon', () => {
  test('shows the offer and who offers it', () => {
    const texts = { subtitle: 'Until noon', description: 'Any loaf', terms: 'Long', termsShort: 'Short' };
    const powered = { poweredBy: 'Mill', poweredByUrl: 'https://mill.example/' };

    const made = classFor(coupon({ title: 'A loaf', value: '5.00', currency: 'EUR', ...texts, ...powered }));

    expect(made).toMatchObject({
      title: 'A loaf',
      provider: 'Mill',
      redemptionChannel: 'BOTH',
      details: 'Any loaf',
      finePrint: 'Short\n\nLong',
      homepageUri: { uri: 'https://mill.example/', description: 'Mill' },
      textModulesData: [
        { id: 'value', header: 'Value', body: '5.00 EUR' },
        { id: 'subtitle', header: 'Offer', body: 'Until noon' },
      ],
    });
  });

  test('clears what is absent', () => {
    expect(classFor(coupon())).toMatchObject({
      title: 'Rye bread',
      provider: 'Bakery',
      details: null,
      finePrint: null,
      homepageUri: null,
      textModulesData: [],
    });
  });

  test('keeps to the lengths that Google shows', () => {
    const { title, provider, issuerName } = classFor(coupon({ title: 'x'.repeat(200) }, {}, 'y'.repeat(100)));

    expect([title.length, provider.length, issuerName.length]).toEqual([60, 12, 20]);
  });
});

describe('the object of a coupon session', () => {
  test.each<[string, string | undefined, Partial<Coupon>, Partial<CouponSession>]>([
    ['ACTIVE', undefined, {}, {}],
    ['ACTIVE', 'Claimed', {}, { claimedAt: at }],
    ['COMPLETED', 'Redeemed', {}, { claimedAt: at, validatedAt: at }],
    ['INACTIVE', 'No longer valid', {}, { voidedAt: at }],
    ['INACTIVE', 'No longer valid', { voidedAt: at }, {}],
    ['INACTIVE', 'Not available at the moment', {}, { lockedAt: at }],
    ['INACTIVE', 'Not available at the moment', { lockedAt: at }, {}],
    ['ACTIVE', 'Not valid yet', { startsAt: '2027-01-01 00:00:00.000' }, {}],
    ['EXPIRED', 'Expired', {}, { expiresAt: '2026-01-01 00:00:00.000' }],
  ])('is %s when it is %s', (state, words, ofCoupon, ofSession) => {
    const made = objectFor(coupon(ofCoupon, ofSession));

    expect([made.id, made.classId]).toEqual([`${issuerId}.pas_0`, `${issuerId}.cam_0`]);
    expect(made.state).toBe(state);
    expect(made.textModulesData.find(({ id }: { id: string }) => id === 'state')?.body).toBe(words);
    const isOver = ['Redeemed', 'No longer valid'].includes(words ?? '');
    expect(made.barcode === null).toBe(isOver);
  });

  test.each<[Coupon['barcode'], string, string]>([
    ['QRCODE', 'abc', 'QR_CODE'],
    [null, 'abc', 'QR_CODE'],
    ['PDF417', 'abc', 'PDF_417'],
    ['AZTEC', 'abc', 'AZTEC'],
    ['CODE128B', 'abc', 'CODE_128'],
    ['CODE39', 'ABC-1', 'CODE_39'],
    ['CODE39', 'abc', 'QR_CODE'],
  ])('draws %s of %s as %s', (barcode, customValidationCode, type) => {
    expect(objectFor(coupon({ barcode }, { customValidationCode })).barcode).toEqual({
      type,
      value: customValidationCode,
      alternateText: customValidationCode,
    });
  });

  test('is valid from the start of the coupon to its own end', () => {
    const [startsAt, expiresAt] = ['2026-01-01 00:00:00.000', '2026-12-31 22:59:59.000'];

    expect(objectFor(coupon({ startsAt }, { expiresAt })).validTimeInterval).toEqual({
      start: { date: '2026-01-01T00:00:00.000Z' },
      end: { date: '2026-12-31T22:59:59.000Z' },
    });
    expect(objectFor(coupon({}, { expiresAt })).validTimeInterval.start).toBeNull();
    expect(objectFor(coupon()).validTimeInterval).toBeNull();
  });

  test('says how long it is valid once claimed', () => {
    expect(objectFor(coupon({ expiryDays: 3 })).textModulesData).toEqual([
      { id: 'days', header: 'Days valid once claimed', body: '3' },
    ]);
  });
});

describe('the pass of a loyalty user', () => {
  test('shows stamps, points and rewards', () => {
    const reward = (name: string) => ({ name, usedAt: null, expiresAt: null });
    const made = objectFor(card({}, { points: 40, rewards: [reward('Roll'), reward('Tea')] as never }));

    expect(made).toMatchObject({
      state: 'ACTIVE',
      accountId: 'usr_0',
      accountName: 'Ada',
      loyaltyPoints: { label: 'Stamps', balance: { string: '3/10' } },
      secondaryLoyaltyPoints: { label: 'Points', balance: { string: '40' } },
      barcode: { type: 'QR_CODE', value: 'usr_0' },
      textModulesData: [{ id: 'rewards', header: 'Rewards', body: 'Roll, Tea' }],
    });
  });

  test('shows points alone on a card without stamps', () => {
    const made = objectFor(card({ type: 'MEMBERSHIP', stampsRequired: null }, { firstName: null, points: 1234567 }));

    expect(made).toMatchObject({
      accountName: null,
      loyaltyPoints: { label: 'Points', balance: { string: '1234567' } },
      secondaryLoyaltyPoints: null,
      textModulesData: [],
    });
  });

  test.each<[string, Partial<LoyaltyCard>, Partial<UserWithRewards>, boolean]>([
    ['No longer valid', {}, { voidedAt: at }, false],
    ['Not available at the moment', { deactivatedAt: at }, {}, true],
  ])('is inactive when it is %s', (words, ofCard, ofUser, hasBarcode) => {
    const made = objectFor(card(ofCard, ofUser));

    expect(made.state).toBe('INACTIVE');
    expect(made.textModulesData).toMatchObject([{ id: 'state', body: words }]);
    expect(made.barcode !== null).toBe(hasBarcode);
  });

  test('has the colour and the logo of the card, or those of the service', () => {
    const own = classFor(card({ backgroundColor: '#aa0000', logoUrl: 'https://bakery.example/logo.png' }));
    const usual = classFor(card());

    expect(own).toMatchObject({
      programName: 'Bread',
      hexBackgroundColor: '#aa0000',
      programLogo: { sourceUri: { uri: 'https://bakery.example/logo.png' } },
    });
    expect(usual).toMatchObject({
      hexBackgroundColor: '#1f2937',
      programLogo: { sourceUri: { uri: 'https://bakery.example/wallet/google/logo.png' } },
    });
  });
});

test('texts are shortened by characters that people see', () => {
  expect(shortened('Bakery', 6)).toBe('Bakery');
  expect(shortened('Bakery Münster', 12)).toBe('Bakery Müns…');
  expect(shortened('🥐🥐🥐', 3)).toBe('🥐🥐🥐');
  expect(shortened('👩‍🍳👩‍🍳👩‍🍳', 2)).toBe('👩‍🍳…');
  expect(textModules({ a: ['h'.repeat(40), 'b'.repeat(600)], none: ['None', null] })).toEqual([
    { id: 'a', header: `${'h'.repeat(34)}…`, body: `${'b'.repeat(499)}…` },
  ]);
});

describe('a design', () => {
  const [iconId, logoId, stripId] = ['1'.repeat(32), '2'.repeat(32), '3'.repeat(32)];
  const design: ShownDesign = {
    ...plainDesign,
    ...{ backgroundColor: '#102030', provider: 'Mill', terms: 'One each.', iconId, logoId, stripId },
    locations: [{ latitude: 52.5, longitude: 13.4, text: 'Fresh rye' }],
    labels: { terms: 'Rules', stamps: 'Loaves', status: 'State', offer: 'What' },
  };
  const uriOf = (id: string) => ({ sourceUri: { uri: `https://bakery.example/wallet/pictures/${id}.jpg` } });

  test('gives the class of a coupon its colour, pictures, places and texts', () => {
    expect(classFor({ ...coupon({ subtitle: 'Any loaf' }), design })).toMatchObject({
      issuerName: 'Mill',
      provider: 'Mill',
      hexBackgroundColor: '#102030',
      titleImage: uriOf(iconId),
      heroImage: uriOf(stripId),
      merchantLocations: [{ latitude: 52.5, longitude: 13.4 }],
      finePrint: 'One each.',
      textModulesData: [{ header: 'What', body: 'Any loaf' }],
    });
  });

  test('gives the class and the objects of a loyalty card the same', () => {
    const subject = { ...card({ logoUrl: 'https://bakery.example/own.png' }), design: { ...design, iconId: null } };

    expect(classFor(subject)).toMatchObject({
      hexBackgroundColor: '#102030',
      programLogo: uriOf(logoId),
      heroImage: uriOf(stripId),
      textModulesData: [{ header: 'Rules', body: 'One each.' }],
    });
    expect(objectFor(subject).loyaltyPoints).toMatchObject({ label: 'Loaves' });
  });

  test('that is absent clears pictures and places', () => {
    expect(classFor(coupon())).toMatchObject({ titleImage: null, heroImage: null, merchantLocations: [] });
  });
});
