import { endOfTime } from '../../../kernel/values/instant.ts';
import {
  couponPath,
  directoryPath,
  loyaltyCardPath,
  loyaltyUserPath,
  sessionPath,
  signOnPath,
} from '../../../kernel/values/links.ts';
import { directoryUserV4 } from '../../representations/directory-info.ts';
import { loyaltyUserV4 } from '../../representations/loyalty-info.ts';
import { sessionItem } from '../../representations/session-item.ts';
import { singleUseUrlItem } from '../../representations/single-use-url.ts';

const publicUrl = 'https://campaigns.example';
const token = 'qQH_Cyr681n9kw26VjQO8RLsMeADVRlIqBlwFT0Fc1A';

/**
 * Values of sample responses, by field or by type and field. `null`: absent in the `everyday` sample. A list of booleans:
 * one after the other, the first in the `everyday` sample.
 */
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
  'Coupon.bannerUrls': ['https://bakery.example/oven.jpg'],
  'Coupon.subaccount': 'acc_0a1b2c3d4e5f6g7h',
  'Coupon.url': publicUrl + couponPath('b4k3ry01'),
  'CouponSession.url': publicUrl + sessionPath('b4k3ry01', '0a1b2c3d4e5f6g7h8i9j0'),
  'Folder.id': 'fol_0a1b2c3d4e5f',
  'WebhookVerification.type': 'coupon_claimed',
  'WebhookVerification.kind': 'COUPON',
  'WebhookVerification.date': '2026-11-21T08:30:05.000Z',
  'WebhookVerification.campaign': 'cam_0a1b2c3d4e5f',
  'CreatedSingleUseUrls.records': singleUseUrlItem(
    {
      session: '0a1b2c3d4e5f6g7h8i9j0',
      sequence: 4711,
      couponId: 'cam_0a1b2c3d4e5f',
      couponCode: 'b4k3ry01',
      customValidationCode: 'AUTUMN-4F7K2M9Q1Z',
    },
    publicUrl,
  ),
  'WebhookVerification.session': '0a1b2c3d4e5f6g7h8i9j0',
  'WebhookVerification.user': null,
  'Category.id': 'cat_0a1b2c3d4e5f',
  'Category.name': 'Bakeries',
  'Contact.id': 'con_0a1b2c3d4e5f6g7h',
  'ContactGroup.id': 'gro_0a1b2c3d4e5f',
  'CreatedDirectoryUser.password': 'dZ68vZZhjYLtHR',
  'Directory.name': 'City guide',
  'Directory.url': publicUrl + directoryPath('c1tygd01'),
  'Directory.code': 'c1tygd01',
  'Directory.description': 'Offers of the old town.',
  'Directory.imageUrl': 'https://guide.example/town.jpg',
  'DirectoryCampaign.id': 'cam_0a1b2c3d4e5f',
  'DirectoryUser.id': 'reg_0a1b2c3d4e5f6g7h',
  'DirectoryUser.hasPaidAccess': [true, false],
  'DirectoryUser.paidAccessUntil': '2999-02-28T00:00:00.000Z',
  'EarnedReward.id': 'rwd_0a1b2c3d4e5f6g7h',
  'EarnedReward.name': 'A loaf of rye',
  'EarnedReward.rewardId': 'rew_0a1b2c3d4e5f',
  'EarnedReward.earnedAt': '2026-11-21T08:30:05.000Z',
  'EarnedReward.expiresAt': '2026-12-21T08:30:05.000Z',
  'LoyaltyCard.id': 'loy_0a1b2c3d4e5f',
  'LoyaltyCard.name': 'Bread club',
  'LoyaltyCard.type': 'STAMP',
  'LoyaltyCard.url': publicUrl + loyaltyCardPath('br34dcl8'),
  'LoyaltyCard.code': 'br34dcl8',
  'LoyaltyPerson.id': 'usr_0a1b2c3d4e5f6g7h',
  'LoyaltyUser.id': 'usr_0a1b2c3d4e5f6g7h',
  'LoyaltyUser.url': publicUrl + loyaltyUserPath('br34dcl8', 'usr_0a1b2c3d4e5f6g7h'),
  'Message.id': 'msg_0a1b2c3d4e5f6g7h',
  'Message.address': 'ada@example.com',
  'Message.sender': 'news@bakery.example',
  'Message.text': 'See our offer: https://campaigns.example/d/c1tygd01',
  'PageInfo.hasNextPage': false,
  'SingleSignOn.token': token,
  'SingleSignOn.url': `${publicUrl}${signOnPath('c1tygd01')}?token=${token}`,
  'SingleSignOn.expiresAt': '2026-11-21T08:45:05.000Z',
  active: true,
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
  widgetValidationCode: '0a1b2c',
};

/** The values of the leaves of a sample object. They have the types of the schema, which the records need not check. */
// biome-ignore lint/suspicious/noExplicitAny: the types are those of the schema
type Leaves = any;

/** Returns the `record` of a sample object by its type. `list` returns a list of sample objects of another type. */
export const records: Record<string, (shown: Leaves, list: (type: string) => Leaves[]) => object> = {
  CouponSession: (shown) =>
    sessionItem({ ...shown, sequence: shown.sequenceId, couponCode: 'b4k3ry01' }, publicUrl, shown.expired),
  DirectoryUser: (shown) =>
    directoryUserV4({
      ...shown,
      paidAccessUntil: shown.hasPaidAccess ? (shown.paidAccessUntil ?? endOfTime) : null,
    }),
  LoyaltyUser: (shown, list) => loyaltyUserV4({ ...shown, id: shown.userId }, list('EarnedReward'), shown.url),
};
