import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/events.ts';
import { makeFolder } from '../../support/make.ts';

const app = useApp();

const create = `mutation ($input: CreateCouponInput!) { createCoupon(input: $input) {
  id code name title subtitle description terms termsShort poweredBy poweredByUrl imageUrl logoUrl bannerUrls status timezone startDate expiryType expiryDate expiryDays folder { id name } tags value currency
  barcode emailSubject emailBody smsBody lockedAt voidedAt
} }`;

test('createCoupon stores every field of a coupon', async () => {
  const client = await app.client();
  const folder = await makeFolder(app.database, client.owner, 'Autumn');
  const plain = {
    ...{ name: 'Bread', title: 'A loaf', description: '🥖', status: 'EXAMPLE', timezone: 'America/New_York' },
    ...{ subtitle: 'On us', terms: 'One per customer.', termsShort: 'One each.', poweredBy: 'Demo Bakery' },
    ...{ poweredByUrl: 'https://bakery.example', imageUrl: 'https://img.example/a.png' },
    ...{
      logoUrl: 'https://img.example/logo.png',
      bannerUrls: [1, 2, 3, 4, 5].map((number) => `https://img.example/${number}.png?a=1,2`),
    },
    ...{
      value: '4.50',
      currency: 'EUR',
      barcode: 'QRCODE',
      emailSubject: 'Hi',
      emailBody: 'Hi [NAME] [URL]',
      smsBody: 'Hi',
    },
  };
  const times = { startsAt: '2026-07-01 00:00:00', expiry: { fixed: { at: '2026-12-31 23:59:59' } } };
  const { data } = await client.graphql(create, {
    input: { ...plain, ...times, folder: folder.id, tags: ['b', 'a', 'b'] },
  });
  const { id, code, ...rest } = data.createCoupon;
  expect([id, code]).toEqual([expect.stringMatching(/^cam_[0-9a-z]{12}$/), expect.stringMatching(/^[0-9a-z]{8}$/)]);
  expect(rest).toEqual({
    ...plain,
    ...{
      startDate: '2026-07-01T04:00:00.000Z',
      expiryType: 'FIXED',
      expiryDate: '2027-01-01T04:59:59.000Z',
      expiryDays: null,
    },
    ...{ folder: { id: folder.id, name: 'Autumn' }, tags: ['a', 'b'], lockedAt: null, voidedAt: null },
  });
});

test('createCoupon requires only a name', async () => {
  const client = await app.client({ timezone: 'Asia/Tokyo' });
  const { data } = await client.graphql(create, { input: { name: ' Bread ' } });
  const { id, code, ...rest } = data.createCoupon;
  expect(rest).toEqual({
    ...{ name: 'Bread', title: null, description: null, status: 'ACTIVE', timezone: 'Asia/Tokyo', startDate: null },
    ...{ expiryType: 'NONE', expiryDate: null, expiryDays: null, folder: null, tags: [], value: null, currency: null },
    ...{ subtitle: null, terms: null, termsShort: null, poweredBy: null, poweredByUrl: null },
    ...{ imageUrl: null, logoUrl: null, bannerUrls: [] },
    ...{ barcode: null, emailSubject: null, emailBody: null, smsBody: null, lockedAt: null, voidedAt: null },
  });
});

test('a creation records one event with the coupon', async () => {
  const client = await app.client();
  const { data } = await client.graphql(create, { input: { name: 'Bread', tags: ['b', 'a'] } });
  const { id } = data.createCoupon;
  const [event, ...others] = await eventsOf(app.database, { campaignId: id });
  expect(others).toEqual([]);
  const { account, keyId } = client.owner;
  expect(event).toMatchObject({
    kind: 'COUPON_EDIT',
    type: 'coupon_created',
    accountId: account.id,
    keyId,
    session: null,
  });
  expect(event?.data).toMatchObject({ id, name: 'Bread', tags: ['a', 'b'] });
});

test.for([
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: ' ' }, 'name'],
  ['a name that shows nothing', { name: '\u200b\u2800\u3164' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
  [
    'a fixed and a flexible expiry',
    { expiry: { fixed: { at: '2026-01-01 00:00:00' }, flexible: { days: 1 } } },
    'expiry',
  ],
  [
    'an expiry before the start',
    { startsAt: '2026-07-01 00:00:00', expiry: { fixed: { at: '2026-06-30 23:59:59' } } },
    'expiry.fixed.at',
  ],
  [
    'an expiry at the start',
    { startsAt: '2026-07-01 00:00:00', expiry: { fixed: { at: '2026-07-01 00:00:00' } } },
    'expiry.fixed.at',
  ],
  ['neither a fixed nor a flexible expiry', { expiry: {} }, 'expiry'],
  ['an expiry of no days', { expiry: { flexible: { days: 0 } } }, 'expiry.flexible.days'],
  ['an expiry that is not a local time', { expiry: { fixed: { at: '2026-01-01T00:00:00Z' } } }, 'expiry.fixed.at'],
  ['a start on a day that does not exist', { startsAt: '2026-02-30 00:00:00' }, 'startsAt'],
  ['an unknown time zone', { timezone: 'Europe/Bread' }, 'timezone'],
  ['an offset as time zone', { timezone: '+02:00' }, 'timezone'],
  ['a tag with a comma', { tags: ['a,b'] }, 'tags.0'],
  ['a value that is not a number', { value: '4,50' }, 'value'],
  ['an unknown currency', { currency: 'Euro' }, 'currency'],
  ['an unknown barcode', { barcode: 'EAN13' }, 'barcode'],
  ['a subtitle that is too long', { subtitle: 'x'.repeat(201) }, 'subtitle'],
  ['terms that are too long', { terms: 'x'.repeat(10_001) }, 'terms'],
  ['short terms that are too long', { termsShort: 'x'.repeat(1001) }, 'termsShort'],
  ['a company name that is too long', { poweredBy: 'x'.repeat(101) }, 'poweredBy'],
  ['a company address that is a script', { poweredByUrl: 'javascript:alert(1)' }, 'poweredByUrl'],
  ['an image address without https', { imageUrl: 'http://img.example/a.png' }, 'imageUrl'],
  ['a logo address without a domain', { logoUrl: 'https://localhost/a.png' }, 'logoUrl'],
  ['a banner that is not an address', { bannerUrls: ['https://img.example/a.png', 'a.png'] }, 'bannerUrls.1'],
  ['a banner address that is too long', { bannerUrls: [`https://img.example/${'x'.repeat(500)}`] }, 'bannerUrls.0'],
  ['six banners', { bannerUrls: Array(6).fill('https://img.example/a.png') }, 'bannerUrls'],
  ['a folder with a wrong character', { folder: 'fol!' }, 'folder'],
] as const)('%s is refused', async ([_, input, field]) => {
  const client = await app.client();
  const { errors } = await client.graphql(create, { input: { name: 'Bread', ...input } });
  expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([['INVALID_INPUT', field]]);
  expect((await client.rest('/v3/coupon/list')).body.coupon_info).toEqual([]);
});

test('createCoupon does not find an unknown folder or one of another account', async () => {
  const client = await app.client();
  const { id: foreign } = await makeFolder(app.database, (await app.client()).owner);
  for (const folder of ['fol_000000000000', foreign]) {
    expect((await client.graphql(create, { input: { name: 'Bread', folder } })).codes).toEqual(['FOLDER_NOT_FOUND']);
  }
});

test('a new folder can be used at once', async () => {
  const client = await app.client();
  const { data } = await client.graphql('mutation { createFolder(input: { name: "Autumn" }) { id name } }');
  const { id, name } = data.createFolder;
  expect([id, name]).toEqual([expect.stringMatching(/^fol_[0-9a-z]{12}$/), 'Autumn']);
  const created = await client.graphql(create, { input: { name: 'Bread', folder: id } });
  expect(created.data.createCoupon.folder).toEqual({ id, name: 'Autumn' });
});
