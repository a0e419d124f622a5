import { expect, test } from 'vitest';
import { couponOfEvent } from '../../../src/doors/representations/coupon-info.ts';
import type { Event } from '../../../src/kernel/event-log/event.ts';

/** A coupon as events held it at first: without images, further texts, subaccount and categories. */
const first = {
  ...{ id: 'cam_3k9d0x7m2q1a', accountId: 'acc_0a1b2c3d4e5f6g7h', code: 'q8w3e5r1', name: 'Rye', status: 'ACTIVE' },
  ...{ title: null, description: null, timezone: 'UTC', startsAt: null, expiryType: 'NONE', expiresAt: null },
  ...{ expiryDays: null, lockedAt: null, voidedAt: null, folderId: null, value: null, currency: null, tags: ['rye'] },
};

test('an event that was recorded before coupons had images and further texts shows them as empty text', () => {
  expect(shown(first)).toMatchObject({
    ...{ ID: first.id, url: 'https://h/p/q8w3e5r1', coupon_tags: 'rye', subaccount: '', subtitle: '', terms: '' },
    ...{ terms_short: '', poweredby: '', poweredbylink: '', logo_url: '', coupon_image: '', banner1: '', banner5: '' },
    ...{ coupon_category: '', coupon_category_name: '', categories: [] },
  });
});

test('an event that holds the ids of categories alone shows no name of the first one', () => {
  expect(shown({ ...first, categories: [{ id: 'cat_0a1b2c3d4e5f' }] })).toMatchObject({
    ...{ coupon_category: 'cat_0a1b2c3d4e5f', coupon_category_name: '', categories: ['cat_0a1b2c3d4e5f'] },
  });
});

function shown(data: object): object {
  const event = { type: 'coupon_updated', data: JSON.stringify(data), campaignId: first.id } as Event;
  return couponOfEvent(event, 'https://h');
}
