import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon, makeFolder } from '../../support/make.ts';

const app = useApp();

const update = `mutation ($input: UpdateCouponInput!) { updateCoupon(input: $input) {
  name title subtitle description terms termsShort poweredBy poweredByUrl imageUrl logoUrl bannerUrls timezone startDate expiryType expiryDate expiryDays folder { id } tags value currency barcode emailSubject emailBody smsBody
} }`;

async function arrange() {
  const client = await app.client();
  const folder = await makeFolder(app.database, client.owner);
  const plain = {
    ...{
      name: 'Bread',
      title: 'A loaf',
      description: 'Any',
      value: '4.50',
      currency: 'EUR',
      barcode: 'AZTEC' as const,
    },
    ...{ subtitle: 'On us', terms: 'One per customer.', termsShort: 'One each.', poweredBy: 'Demo Bakery' },
    ...{ poweredByUrl: 'https://bakery.example', imageUrl: 'https://img.example/a.png' },
    ...{ logoUrl: 'https://img.example/logo.png', bannerUrls: ['https://img.example/1.png'] },
    ...{ emailSubject: 'Hi', emailBody: 'Body', smsBody: 'SMS' },
  };
  const times = { startsAt: '2026-07-01 00:00:00.000', expiry: { fixed: { at: '2026-12-31 00:00:00' } } };
  const coupon = await makeCoupon(app.database, client.owner, {
    ...plain,
    ...times,
    folder: folder.id,
    tags: ['a', 'b'],
  });
  const shown = {
    ...{ ...plain, timezone: 'UTC', startDate: '2026-07-01T00:00:00.000Z', expiryType: 'FIXED' },
    ...{ expiryDate: '2026-12-31T00:00:00.000Z', expiryDays: null, folder: { id: folder.id }, tags: ['a', 'b'] },
  };
  return { client, id: coupon.id, shown };
}

test('updateCoupon keeps omitted fields', async () => {
  const { client, id, shown } = await arrange();
  const { data } = await client.graphql(update, { input: { id, title: 'Two loaves' } });
  expect(data.updateCoupon).toEqual({ ...shown, title: 'Two loaves' });
});

test('updateCoupon clears null fields', async () => {
  const { client, id } = await arrange();
  const removable = [
    ...['title', 'subtitle', 'description', 'terms', 'termsShort', 'poweredBy', 'poweredByUrl', 'imageUrl', 'logoUrl'],
    ...['value', 'currency', 'barcode', 'emailSubject', 'emailBody', 'smsBody'],
  ];
  const others = ['startsAt', 'expiry', 'folder', 'tags', 'bannerUrls'];
  const input = Object.fromEntries([...removable, ...others].map((name) => [name, null]));
  const { data } = await client.graphql(update, { input: { id, ...input } });
  expect(data.updateCoupon).toEqual({
    ...Object.fromEntries(removable.map((name) => [name, null])),
    ...{ name: 'Bread', timezone: 'UTC', startDate: null, expiryType: 'NONE', expiryDate: null, expiryDays: null },
    ...{ folder: null, tags: [], bannerUrls: [] },
  });
  const { body } = await client.rest('/v3/coupon/info', { campaign: id });
  expect(body.coupon_info).toMatchObject({
    title: '',
    start_date: '',
    expiry_type: 'none',
    folder: '',
    coupon_tags: '',
    coupon_value: '',
  });
});

test('an expiry of one kind replaces an expiry of the other kind', async () => {
  const { client, id } = await arrange();
  const flexible = await client.graphql(update, { input: { id, expiry: { flexible: { days: 7 } } } });
  expect(flexible.data.updateCoupon).toMatchObject({ expiryType: 'FLEXIBLE', expiryDate: null, expiryDays: 7 });
  const fixed = await client.graphql(update, { input: { id, expiry: { fixed: { at: '2027-01-01 00:00:00' } } } });
  expect(fixed.data.updateCoupon).toMatchObject({
    expiryType: 'FIXED',
    expiryDate: '2027-01-01T00:00:00.000Z',
    expiryDays: null,
  });
});

test('updateCoupon refuses a fixed and a flexible expiry together and changes nothing', async () => {
  const { client, id } = await arrange();
  const expiry = { fixed: { at: '2027-01-01 00:00:00' }, flexible: { days: 1 } };
  expect((await client.graphql(update, { input: { id, title: 'x', expiry } })).codes).toEqual(['INVALID_INPUT']);
  expect((await client.rest('/v3/coupon/info', { campaign: id })).body.coupon_info.title).toBe('A loaf');
});

test.each([
  [{ startsAt: '2027-01-01 00:00:00' }, 'startsAt'],
  [{ expiry: { fixed: { at: '2026-06-01 00:00:00' } } }, 'expiry.fixed.at'],
])('updateCoupon refuses %o, after which the coupon would end before it starts', async (changes, field) => {
  const { client, id, shown } = await arrange();
  const { errors } = await client.graphql(update, { input: { id, ...changes } });
  expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([['INVALID_INPUT', field]]);
  expect((await client.graphql(update, { input: { id } })).data.updateCoupon).toEqual(shown);
});

test('an update records one event with the coupon as it is afterwards', async () => {
  const { client, id } = await arrange();
  await client.graphql(update, { input: { id, name: 'Rolls', tags: ['c'] } });
  await client.graphql(update, { input: { id, folder: 'fol_000000000000', name: 'x' } });
  const [event, ...others] = await eventsOf(app.database, { campaignId: id });
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    kind: 'COUPON_EDIT',
    type: 'coupon_updated',
    keyId: client.owner.keyId,
    campaignId: id,
  });
  expect(event?.data).toMatchObject({ name: 'Rolls', tags: ['c'], title: 'A loaf' });
});

test("updateCoupon does not find another account's coupon or an unknown folder", async () => {
  const { client, id } = await arrange();
  const stranger = await app.client();
  expect((await stranger.graphql(update, { input: { id, name: 'x' } })).codes).toEqual(['COUPON_NOT_FOUND']);
  const folder = await client.graphql(update, { input: { id, folder: 'fol_000000000000', title: 'x' } });
  expect(folder.codes).toEqual(['FOLDER_NOT_FOUND']);
  expect((await client.rest('/v3/coupon/info', { campaign: id })).body.coupon_info.title).toBe('A loaf');
});
