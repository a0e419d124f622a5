import { endOfTime } from '../../kernel/values/instant.ts';
import { signOnPath } from '../../vocabulary/links.ts';

export const publicUrl = 'https://campaigns.example';
const token = 'qQH_Cyr681n9kw26VjQO8RLsMeADVRlIqBlwFT0Fc1A';

/** The present time of the samples. Some of them have expired by then. */
export const timeOfSamples = '2026-11-21 09:00:00.000';

/** Example values by field, or by type and field. `null` means that the value is absent in the `everyday` sample. */
export const values: Record<string, unknown> = {
  'Coupon.id': 'cam_0a1b2c3d4e5f',
  'Coupon.name': 'Rye bread 20 %',
  'Coupon.title': '20 % off rye bread',
  'Coupon.subtitle': 'From the oven at 7',
  'Coupon.description': 'One loaf per customer.',
  'Coupon.terms': 'One loaf per customer and day. No cash value.',
  'Coupon.termsShort': 'One loaf per customer.',
  'Coupon.poweredBy': 'Demo Bakery',
  'Coupon.poweredByUrl': 'https://bakery.example',
  'Coupon.imageUrl': 'https://bakery.example/rye.jpg',
  'Coupon.logoUrl': 'https://bakery.example/logo.png',
  'WebhookVerification.type': 'coupon_claimed',
  'WebhookVerification.kind': 'COUPON',
  'WebhookVerification.date': '2026-11-21T08:30:05.000Z',
  'WebhookVerification.campaign': 'cam_0a1b2c3d4e5f',
  'WebhookVerification.session': '0a1b2c3d4e5f6g7h8i9j0',
  'Category.id': 'cat_0a1b2c3d4e5f',
  'Category.name': 'Bakeries',
  'Contact.id': 'con_0a1b2c3d4e5f6g7h',
  'ContactGroup.id': 'gro_0a1b2c3d4e5f',
  'CreatedDirectoryUser.password': 'dZ68vZZhjYLtHR',
  'Directory.name': 'City guide',
  'Directory.code': 'c1tygd01',
  'Directory.description': 'Offers of the old town.',
  'Directory.imageUrl': 'https://guide.example/town.jpg',
  'DirectoryUser.id': 'reg_0a1b2c3d4e5f6g7h',
  'EarnedReward.id': 'rwd_0a1b2c3d4e5f6g7h',
  'EarnedReward.name': 'A loaf of rye',
  'EarnedReward.rewardId': 'rew_0a1b2c3d4e5f',
  'EarnedReward.earnedAt': '2026-11-21T08:30:05.000Z',
  'EarnedReward.expiresAt': '2026-12-21T08:30:05.000Z',
  'LoyaltyCard.id': 'loy_0a1b2c3d4e5f',
  'LoyaltyCard.name': 'Bread club',
  'LoyaltyCard.type': 'STAMP',
  'LoyaltyCard.code': 'br34dcl8',
  'LoyaltyPerson.id': 'usr_0a1b2c3d4e5f6g7h',
  'LoyaltyUser.userId': 'usr_0a1b2c3d4e5f6g7h',
  'Message.id': 'msg_0a1b2c3d4e5f6g7h',
  'Message.address': 'ada@example.com',
  'SingleSignOn.token': token,
  'SingleSignOn.url': `${publicUrl}${signOnPath('c1tygd01')}?token=${token}`,
  'SingleSignOn.expiresAt': '2026-11-21T08:45:05.000Z',
  blockedAt: null,
  cardId: 'loy_0a1b2c3d4e5f',
  claimType: 'API',
  code: 'b4k3ry01',
  createdAt: '2026-11-20T17:45:12.000Z',
  openedAt: '2026-11-21T08:12:40.000Z',
  startedAt: '2026-11-21T08:12:40.000Z',
  claimedAt: '2026-11-21T08:30:05.000Z',
  usedAt: null,
  validatedAt: '2026-11-21T08:31:20.000Z',
  points: 120,
  savedToAppleAt: null,
  savedToGoogleAt: null,
  unvoidedAt: null,
  updatedAt: '2026-11-20T17:45:12.000Z',
  stamps: 4,
  stampsRequired: 10,
  domain: 'bakery.example',
  startDate: '2026-10-31T23:00:00.000Z',
  couponId: 'cam_0a1b2c3d4e5f',
  currency: 'EUR',
  customValidationCode: 'BREAD-2026',
  expiresAt: '2026-12-31T22:59:59.000Z',
  expiryDate: '2026-12-31T22:59:59.000Z',
  expiryDays: null,
  expiryType: 'FIXED',
  lockedAt: null,
  status: 'ACTIVE',
  timezone: 'Europe/Berlin',
  total: 100,
  claimed: 40,
  voidedAt: null,
};

export type Sample = { kind: 'everyday' } | { kind: 'full'; round: number } | { kind: 'bare' } | { kind: 'empty' };

interface SampleContext {
  sample: Sample;
  input: Record<string, unknown>;
  noun: (type: string) => object;
  optional: <Value>(value: Value) => Value | null;
}

const isOdd = (sample: Sample) => sample.kind === 'full' && sample.round % 2 === 1;

export const properties: Record<string, (made: SampleContext) => object> = {
  AddedContact: ({ noun }) => ({ contact: noun('Contact') }),
  Barcode: () => ({ png: Buffer.from('iVBORw0KGgo=', 'base64') }),
  Contact: ({ input: { phone, channel } }) =>
    phone || channel === 'SMS'
      ? { channel: 'SMS', address: '+493012345678' }
      : { channel: 'EMAIL', address: 'ada@example.com' },
  Coupon: ({ optional }) => ({
    bannerList: JSON.stringify(['https://bakery.example/oven.jpg']),
    folderId: optional('fol_0a1b2c3d4e5f'),
  }),
  CouponSession: ({ sample }) => ({
    couponCode: 'b4k3ry01',
    ...(isOdd(sample) && { expiresAt: '2026-10-31T22:59:59.000Z' }),
  }),
  CreatedDirectoryUser: ({ noun }) => ({ user: noun('DirectoryUser') }),
  CreatedSession: ({ noun }) => ({ session: noun('CouponSession') }),
  CreatedSessions: () => ({
    sessions: [
      {
        session: '0a1b2c3d4e5f6g7h8i9j0',
        sequence: 4711,
        couponId: 'cam_0a1b2c3d4e5f',
        couponCode: 'b4k3ry01',
        customValidationCode: 'AUTUMN-4F7K2M9Q1Z',
      },
    ],
  }),
  Directory: () => ({ updatedAt: values.updatedAt }),
  DirectoryUser: ({ sample, optional }) => ({
    paidAccessUntil: isOdd(sample) ? null : (optional('2999-02-28T00:00:00.000Z') ?? endOfTime),
    updatedAt: values.updatedAt,
  }),
  LoyaltyCard: () => ({ deactivatedAt: null }),
  LoyaltyUser: () => ({ cardCode: 'br34dcl8' }),
  SentMessage: ({ noun, optional }) => ({ message: noun('Message'), session: optional(noun('CouponSession')) }),
  SentPush: ({ noun }) => ({ push: noun('WalletPush') }),
  WebhookVerification: () => ({ data: '{}' }),
};
