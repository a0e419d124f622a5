/** What the events of the previous version hold. */

const at = '2026-11-20 08:30:00.000';
const account = 'acc_00000000parent00';

export interface FormerEvent {
  campaignId?: string;
}

export const coupon = {
  ...{ id: 'cam_000000coupon', campaignId: 'cam_000000coupon', accountId: account, code: 'q8w3e5r1', name: 'Rye' },
  ...{ title: null, description: null, imageUrl: null, status: 'ACTIVE', timezone: 'UTC', startsAt: null },
  ...{ expiryType: 'NONE', expiresAt: null, expiryDays: null, lockedAt: null, voidedAt: null, folderId: null },
  ...{ value: null, currency: null, barcode: null, emailSubject: null, emailBody: null, smsBody: null },
  ...{ poolSince: null, createdAt: at, deletedAt: null, tags: ['rye'], categories: [{ id: 'cat_000000000000' }] },
};

const absent = [
  ...['customId', 'customValidationCode', 'firstName', 'lastName', 'email', 'phone', 'moneySpent'],
  ...[1, 2, 3, 4, 5, 6, 7].map((number) => `customField${number}`),
  ...['utmCampaign', 'utmSource', 'utmMedium', 'utmTerm', 'utmContent', 'openedAt', 'startedAt', 'validatedAt'],
  ...['lockedAt', 'voidedAt', 'savedAt', 'heldUntil', 'ownExpiresAt', 'expiresAt'],
];

export const session = {
  ...Object.fromEntries(absent.map((name) => [name, null])),
  ...{ sequence: 1, session: '0a1b2c3d4e5f6g7h8i9j0', accountId: account, couponId: coupon.id },
  ...{ campaignId: coupon.id, couponCode: coupon.code, createdAt: at, claimedAt: at, claimType: 'API' },
};

const person = {
  ...{ firstName: 'Ada', lastName: null, address: null, zip: null, city: null, phone: null },
  ...{ email: 'ada@example.com' },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`custom${number}`, null])),
};

export const user = {
  ...{ ...person, id: 'usr_00000000000000ad', number: 1, accountId: account, cardId: 'loy_00000000card' },
  ...{ campaignId: 'loy_00000000card', stamps: 4, points: 0, voidedAt: null, createdAt: at, cardCode: '5bsyyqfx' },
  ...{ gender: null, birthday: null, cardMedium: 'WEB', rewards: [] },
};

export const member = {
  ...{ ...person, id: 'reg_00000000000000ad', accountId: account, directoryId: 'dir_0000000guide' },
  ...{ campaignId: 'dir_0000000guide', birthDate: null, blockedAt: null, blockReason: null },
  ...{ paidAccessUntil: null, createdAt: at },
};

export const subaccount = {
  ...{ id: 'acc_000000000child00', name: 'North', domain: null, timezone: 'UTC', emailBalance: 0 },
  ...{ parentId: account, createdAt: at },
} as FormerEvent;

export const message = {
  ...{ id: 'msg_0000000000000000', channel: 'EMAIL', status: 'SENT', campaignId: coupon.id, session: session.session },
  ...{ jobId: null, address: 'ada@example.com', firstName: null, lastName: null, segments: null, reason: null },
  ...{ createdAt: at, sentAt: at, deliveredAt: null, finishedAt: null },
};
