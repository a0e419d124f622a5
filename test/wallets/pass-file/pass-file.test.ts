import { beforeAll, describe, expect, test } from 'vitest';
import { blankCoupon, type Coupon } from '../../../src/coupons/coupon/coupon.ts';
import { blankCard, type LoyaltyCard } from '../../../src/loyalty/card/card.ts';
import type { LoyaltyReward } from '../../../src/loyalty/reward/reward.ts';
import type { UserWithRewards } from '../../../src/loyalty/user/loyalty-member.ts';
import type { CouponSession } from '../../../src/sessions/session/session.ts';
import { plainDesign } from '../../../src/wallets/design/wallet-picture.ts';
import type { WalletPass } from '../../../src/wallets/pass/pass.ts';
import type { PassSubject } from '../../../src/wallets/pass/pass-subject.ts';
import { passFile } from '../../../src/wallets/pass-file/pass-file.ts';
import { detachedSigner, type PassSigner } from '../../../src/wallets/pass-file/pass-signer.ts';
import { intermediateCertificate, passCertificate, passKey } from '../../support/pass-certificates.ts';
import { type ReadPass, readPass } from '../../support/pass-reader.ts';

const account = { id: 'acc_0', name: 'Bakery', timezone: 'Europe/Berlin' } as never;
const at = '2026-11-22 12:00:00.000';
let signer: PassSigner;

beforeAll(() => {
  const sign = detachedSigner({
    certificate: passCertificate(),
    privateKey: passKey,
    intermediates: [intermediateCertificate],
  });
  signer = { passType: 'pass.example.bakery', team: 'TEAM123456', sign };
});

async function read(
  subject: PassSubject,
  pass: Partial<WalletPass> = {},
  campaign: object | null = null,
): Promise<ReadPass> {
  const token = 't'.repeat(32);
  const facts = {
    pass: { id: 'pas_0', token, message: null, messageChange: null, ...pass },
    campaign,
    subject,
  };
  return readPass(await passFile(facts as never, { signer, publicUrl: 'https://bakery.example', at }));
}

const design = plainDesign;

function coupon(given: Partial<Coupon> = {}, session: Partial<CouponSession> = {}): PassSubject {
  const of = { ...blankCoupon('acc_0', 'Europe/Berlin'), name: 'Rye bread', ...given };
  const none = { customValidationCode: null, claimedAt: null, validatedAt: null, voidedAt: null, lockedAt: null };
  const shown = { session: 's'.repeat(21), expiresAt: null, ...none, ...session } as never;
  return { account, coupon: of, session: shown, design };
}

function card(
  given: Partial<LoyaltyCard> = {},
  user: Partial<UserWithRewards> = {},
  rewards: Partial<LoyaltyReward>[] = [],
): PassSubject {
  const of = {
    ...blankCard({ id: 'acc_0', domain: null }, 'STAMP', 'WALLET'),
    name: 'Bread',
    stampsRequired: 10,
    ...given,
  };
  const member = { id: 'usr_0', firstName: 'Ada', lastName: null, stamps: 3, points: 0, voidedAt: null, rewards: [] };
  return {
    account,
    card: of,
    user: { ...member, ...user } as never,
    rewards: rewards as never,
    expiring: null,
    design,
  };
}

const fieldsOf = ({ json }: ReadPass) =>
  Object.fromEntries(
    Object.values<{ key: string; value: unknown }[]>(json.coupon ?? json.storeCard)
      .flat()
      .map(({ key, value }) => [key, value]),
  );

describe('the pass of a coupon', () => {
  test('names the pass type, the team, the service and the offer', async () => {
    const { json } = await read(coupon({ title: 'A loaf', value: '5.00', currency: 'EUR' }));

    expect(json).toMatchObject({
      passTypeIdentifier: 'pass.example.bakery',
      teamIdentifier: 'TEAM123456',
      serialNumber: 'pas_0',
      webServiceURL: 'https://bakery.example/wallet/apple',
      organizationName: 'Bakery',
      sharingProhibited: true,
    });
    expect(json.coupon.primaryFields).toEqual([{ key: 'offer', label: 'A loaf', value: 5, currencyCode: 'EUR' }]);
  });

  test.each<[string, Partial<Coupon>, Partial<CouponSession>, boolean]>([
    ['Ready to use', {}, {}, false],
    ['Claimed', {}, { claimedAt: at }, false],
    ['Redeemed', {}, { claimedAt: at, validatedAt: at }, true],
    ['No longer valid', {}, { voidedAt: at }, true],
    ['No longer valid', { voidedAt: at }, {}, true],
    ['Not available at the moment', {}, { lockedAt: at }, false],
    ['Not valid yet', { startsAt: '2027-01-01 00:00:00.000' }, {}, false],
    ['Expired', {}, { expiresAt: '2026-01-01 00:00:00.000' }, false],
  ])('says %s', async (state, ofCoupon, ofSession, isOver) => {
    const pass = await read(coupon(ofCoupon, ofSession));

    expect(fieldsOf(pass).state).toBe(state);
    expect([pass.json.voided ?? false, pass.json.barcodes === undefined]).toEqual([isOver, isOver]);
  });

  test('expires with its session', async () => {
    const pass = await read(coupon({}, { expiresAt: '2026-12-24 17:00:00.000' }));

    expect(pass.json.expirationDate).toBe('2026-12-24T17:00:00Z');
    expect(fieldsOf(pass).expires).toBe('2026-12-24T17:00:00Z');
    expect(fieldsOf(await read(coupon({ expiryDays: 30 }))).expires).toBe(30);
    expect(fieldsOf(await read(coupon())).expires).toBe('Does not expire');
  });

  test.each([
    ['CODE39', ['QR']],
    ['CODE128B', ['Code128', 'QR']],
    ['PDF417', ['PDF417', 'QR']],
    ['AZTEC', ['Aztec', 'QR']],
    ['QRCODE', ['QR']],
    [null, ['QR']],
  ] as const)('with the barcode %s has %j', async (barcode, formats) => {
    const { json } = await read(coupon({ barcode }, { customValidationCode: 'RYE-7781' }));

    expect(json.barcodes.map(({ format }: { format: string }) => format)).toEqual(
      formats.map((format) => `PKBarcodeFormat${format}`),
    );
    expect(json.barcodes[0]).toMatchObject({ message: 'RYE-7781', messageEncoding: 'iso-8859-1', altText: 'RYE-7781' });
  });

  test('shows the later message of its own and of all passes', async () => {
    const own = { message: 'Yours', messageChange: 7 };

    expect(fieldsOf(await read(coupon())).message).toBe('No messages yet');
    expect(fieldsOf(await read(coupon(), own, { message: 'All', messageChange: 6 })).message).toBe('Yours');
    expect(fieldsOf(await read(coupon(), own, { message: 'All', messageChange: 8 })).message).toBe('All');
  });
});

describe('the pass of a loyalty card', () => {
  test('shows stamps, the name and rewards that can be used', async () => {
    const reward = { name: 'A loaf', usedAt: null, expiresAt: null };
    const pass = await read(card({}, { rewards: [reward, { ...reward, name: 'Used', usedAt: at }] as never }));

    expect(fieldsOf(pass)).toMatchObject({ stamps: '3/10', name: 'Ada', rewards: 'A loaf' });
    expect(pass.json.barcodes[0]).toMatchObject({ format: 'PKBarcodeFormatQR', message: 'usr_0' });
  });

  test('names the next reward for stamps', async () => {
    const rewards = [
      { unit: 'STAMPS' as const, name: 'Bread', stamps: null },
      { unit: 'STAMPS' as const, name: 'Cake', stamps: 6 },
    ];
    const nextAt = async (stamps: number) => fieldsOf(await read(card({}, { stamps }, rewards))).next;

    expect([await nextAt(3), await nextAt(6), await nextAt(10)]).toEqual(['Cake (6)', 'Bread (10)', undefined]);
  });

  test('names the points that expire next, and their last day', async () => {
    const subject = card({ type: 'MEMBERSHIP', stampsRequired: null }, { points: 120 });
    const expiring = { points: 12, expiresAt: '2027-03-31 22:00:00.000' };

    const pass = await read({ ...subject, expiring } as never);

    expect(fieldsOf(pass)).toMatchObject({ points: 120, expiring: '12 (2027-03-31)' });
    expect(fieldsOf(await read(subject)).expiring).toBeUndefined();
  });

  test('shows the points of a member', async () => {
    const pass = await read(card({ type: 'MEMBERSHIP', stampsRequired: null }, { points: 120 }));

    expect(fieldsOf(pass)).toMatchObject({ points: 120 });
    expect(pass.files.has('strip@2x.png')).toBe(false);
  });

  test('has the colours of the card', async () => {
    const { json } = await read(card({ backgroundColor: '#ffcc00', textColor: '#102030' }));

    expect([json.backgroundColor, json.foregroundColor]).toEqual(['rgb(255, 204, 0)', 'rgb(16, 32, 48)']);
  });

  test('draws up to 30 stamps', async () => {
    expect((await read(card())).files.has('strip@2x.png')).toBe(true);
    expect((await read(card({ stampsRequired: 31 }))).files.has('strip@2x.png')).toBe(false);
  });

  test('without a valid member is voided', async () => {
    const pass = await read(card({}, { voidedAt: at }));

    expect(pass.json).toMatchObject({ voided: true });
    expect(fieldsOf(pass).state).toBe('No longer valid');
  });
});

test('every translation has the same words', async () => {
  const { files } = await read(coupon());
  const words = ['de', 'es', 'fr', 'nl'].map((language) =>
    [...String(files.get(`${language}.lproj/pass.strings`)).matchAll(/^"(.+)" = ".+";$/gm)].map(([, word]) => word),
  );

  expect(words[0]?.length).toBeGreaterThan(20);
  for (const other of words) expect(other).toEqual(words[0]);
});

test('a large pass stays below 40 kB', async () => {
  const long = 'Brot und Butter '.repeat(60);
  const subject = card({ stampsRequired: 30, description: long }, { stamps: 17 });
  const file = await passFile(
    { pass: { id: 'pas_0' } as never, campaign: null, subject },
    { signer, publicUrl: '', at },
  );

  expect(file.length).toBeLessThan(40_000);
});
