import { expect, test } from 'vitest';
import type { Event } from '../../src/kernel/event-log/event.ts';
import { couponOfEvent } from '../../src/representations/coupon-info.ts';
import { useApp } from '../support/app.ts';
import { eventsOf } from '../support/events.ts';
import { makeCoupon, makeFolder } from '../support/make.ts';
import { makeCategory, makeDirectory, makePlacement } from '../support/make-directories.ts';

const app = useApp();

test('an event of a coupon holds all that coupon/info returns', async () => {
  const parent = await app.client();
  const client = await app.client({ parent: parent.owner.account });
  const directory = await makeDirectory(app.database, client.owner);
  const category = await makeCategory(app.database, directory);
  const folder = await makeFolder(app.database, client.owner);
  const coupon = await makeCoupon(app.database, client.owner, {
    ...{
      title: '2 for 1',
      subtitle: 'All week',
      description: 'Rye.',
      terms: 'No cash value.',
      termsShort: 'One each.',
    },
    ...{ poweredBy: 'Bakery', poweredByUrl: 'https://bakery.example', value: '10.00', currency: 'EUR' },
    ...{ imageUrl: 'https://i.example/a.png', logoUrl: 'https://i.example/logo.png', tags: ['rye', 'autumn'] },
    ...{ bannerUrls: ['https://i.example/1.png'], folder: folder.id, startsAt: '2026-11-21 06:00:00.000' },
  });
  await makePlacement(app.database, client.owner, directory, { coupon, category: category.id });

  const lock = 'mutation ($id: ID!) { lockCoupon(input: { id: $id }) { id } }';
  await client.graphql(lock, { id: coupon.id });

  const [event] = await eventsOf(app.database, { campaignId: coupon.id });
  const held = { ...event, data: JSON.stringify(event?.data) } as unknown as Event;
  const { body } = await client.rest('/v3/coupon/info', { campaign: coupon.id });
  expect(couponOfEvent(held, app.url)).toEqual(body.coupon_info);
  expect(body.coupon_info).toMatchObject({ subaccount: client.owner.account.id, coupon_category_name: 'Food' });
});
