import { beforeEach, describe, expect, test } from 'vitest';
import { countRows, insertRows } from '../../../src/kernel/database/rows.ts';
import { now } from '../../../src/kernel/values/instant.ts';
import { plainLine } from '../../../src/kernel/values/plain-line.ts';
import { walletDesigns } from '../../../src/wallets/design/wallet-design.ts';
import { walletPictures } from '../../../src/wallets/design/wallet-picture.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { hostileTexts } from '../../support/arbitraries.ts';
import type { Client, GraphQLAnswer } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { drawnPicture, lookupPictures, noise, usePictureServer } from '../../support/picture-server.ts';

const app = useAppWithBackground({ lookup: lookupPictures });
const server = usePictureServer();
let client: Client;
let campaign: string;

beforeEach(async () => {
  client = await app.client();
  campaign = (await makeCoupon(app.database, client.owner)).id;
});

const selection = `{
  campaign backgroundColor foregroundColor labelColor logoText provider iconUrl logoUrl stripUrl terms
  locations { latitude longitude text }
  labels { status message details terms expiry offer conditions poweredBy stamps points rewards name }
  changes { void claim validation expiry stamps points reward }
}`;

function update(input: object, of = client): Promise<GraphQLAnswer> {
  const document = `mutation ($input: UpdateWalletDesignInput!) { updateWalletDesign(input: $input) ${selection} }`;
  return of.graphql(document, { input: { campaign, ...input } });
}

async function designOf(id: string) {
  const query = id.startsWith('cam_') ? 'coupon' : 'loyaltyCard';
  const { data } = await client.graphql(`{ ${query}(id: "${id}") { walletDesign ${selection} } }`);
  return data[query].walletDesign;
}

const storedPictures = () => countRows(app.database, walletPictures, { accountId: client.owner.account.id });

const colors = { backgroundColor: '#102030', foregroundColor: '#ffffff', labelColor: '#ffcc00' };
const places = Array.from({ length: 10 }, (_, index) => ({
  ...{ latitude: 52.5 + index, longitude: -13.4 - index, text: `Bakery ${index}` },
}));
const texts = { logoText: 'Rye & Co', provider: 'Rye Bakery', terms: 'One each.' };

describe('a design', () => {
  test('of a coupon keeps every field', async () => {
    const [iconUrl, logoUrl, stripUrl] = [
      server.show(await drawnPicture({ width: 200, height: 200 })),
      server.show(await drawnPicture()),
      server.show(await drawnPicture({ width: 1200 })),
    ];
    const labels = {
      ...{ status: 'State', message: 'News', details: 'About', terms: 'Rules' },
      ...{ expiry: 'Until', offer: 'What', conditions: 'In brief', poweredBy: 'Who' },
    };
    const changes = { void: 'Gone: %@', claim: 'Yours: %@', validation: 'Enjoy (%@)', expiry: 'Till %@' };
    const given = { ...colors, ...texts, iconUrl, logoUrl, stripUrl, locations: places, labels, changes };

    const { data, errors } = await update(given);

    expect(errors).toEqual([]);
    const none = { stamps: null, points: null };
    const stored = {
      ...{ campaign, ...given },
      labels: { ...labels, ...none, rewards: null, name: null },
      changes: { ...changes, ...none, reward: null },
    };
    expect(data.updateWalletDesign).toEqual(stored);
    expect(await designOf(campaign)).toEqual(stored);
    expect(await storedPictures()).toBe(3);
  });

  test('of a loyalty card keeps its own fields', async () => {
    campaign = (await makeCard(app.database, client.owner, { medium: 'WALLET' })).id;
    const labels = { stamps: 'Loaves', points: 'Crumbs', rewards: 'Gifts', name: 'Guest' };
    const changes = { void: 'Gone: %@', stamps: '%@ loaves', points: '%@ crumbs', reward: 'Yours: %@' };

    await update({ labels, changes });

    expect(await designOf(campaign)).toMatchObject({ labels, changes });
  });

  test('keeps what an update omits, and loses what it sets to null', async () => {
    const logoUrl = server.show(await drawnPicture());
    await update({ ...colors, ...texts, logoUrl, locations: places, labels: { status: 'State' } });
    const before = server.requests;

    await update({ backgroundColor: '#000000', labels: { terms: 'Rules' }, locations: [] });

    const { labels, ...rest } = await designOf(campaign);
    expect(rest).toMatchObject({ ...colors, ...texts, logoUrl, backgroundColor: '#000000', locations: [] });
    expect([labels.status, labels.terms]).toEqual([null, 'Rules']);
    expect([await storedPictures(), server.requests]).toEqual([1, before]);
    await update({ logoUrl: null, logoText: null, labels: null });
    expect(await designOf(campaign)).toMatchObject({ logoUrl: null, logoText: null, labels: { terms: null } });
    expect(await storedPictures()).toBe(0);
  });

  test('keeps hostile texts unchanged, but for control characters in one-line texts', async () => {
    for (const text of hostileTexts.filter((one) => one.length <= 30 && one.isWellFormed())) {
      const given = { logoText: text, provider: text, terms: text, labels: { status: text } };

      expect((await update(given)).codes, JSON.stringify(text)).toEqual([]);

      expect(await designOf(campaign)).toMatchObject({
        ...given,
        logoText: plainLine(text),
        provider: plainLine(text),
      });
    }
  });

  test('can be removed once', async () => {
    await update({ ...colors, logoUrl: server.show(await drawnPicture()) });
    const remove = () =>
      client.graphql(`mutation { removeWalletDesign(input: { campaign: "${campaign}" }) { backgroundColor } }`);

    expect((await remove()).data.removeWalletDesign).toEqual({ backgroundColor: '#102030' });
    expect([await designOf(campaign), await storedPictures()]).toEqual([null, 0]);
    expect((await remove()).codes).toEqual(['WALLET_DESIGN_NOT_FOUND']);
  });

  test('goes with its campaign', async () => {
    const card = await makeCard(app.database, client.owner);
    await update({ logoUrl: server.show(await drawnPicture()) });
    await update({ ...colors, campaign: card.id });

    await client.graphql(`mutation { deleteCoupon(input: { id: "${campaign}" }) { id } }`);
    await client.graphql(`mutation { deleteLoyaltyCard(input: { id: "${card.id}" }) { id } }`);

    const accountId = client.owner.account.id;
    await expect.poll(() => countRows(app.database, walletDesigns, { accountId })).toBe(0);
    await expect.poll(storedPictures).toBe(0);
  });
});

describe('pictures', () => {
  test('that are the same are stored once, until no design has them', async () => {
    const file = await drawnPicture();
    const other = (await makeCoupon(app.database, client.owner)).id;
    await update({ logoUrl: server.show(file) });

    await update({ logoUrl: server.show(file), campaign: other });

    expect(await storedPictures()).toBe(1);
    await update({ logoUrl: null });
    expect(await storedPictures()).toBe(1);
    await update({ logoUrl: server.show(await drawnPicture({ color: '#000' })), campaign: other });
    expect(await storedPictures()).toBe(1);
  });

  test('are at most 200 of an account, also in simultaneous calls', async () => {
    const { id: accountId } = client.owner.account;
    const rows = Array.from({ length: 199 }, (_, index) => ({
      ...{ id: accountId.slice(4) + String(index).padStart(16, '0'), accountId, apple: '{}', google: '' },
      createdAt: now(),
    }));
    await app.database.transaction((transaction) => insertRows(transaction, walletPictures, rows));
    const pictures = await Promise.all(['#111', '#222', '#333'].map((color) => drawnPicture({ color })));

    const answers = await Promise.all(pictures.map((file) => update({ logoUrl: server.show(file) })));

    // Each of them replaces the picture of the one before.
    expect(answers.flatMap(({ codes }) => codes)).toEqual([]);
    expect(await storedPictures()).toBe(200);
    const { codes } = await update({ iconUrl: server.show(await drawnPicture()) });
    expect(codes).toEqual(['TOO_MANY_WALLET_PICTURES']);
    expect(await storedPictures()).toBe(200);
  });
});

describe('refused with the reason, and nothing changes:', () => {
  async function expectRefusal(input: object, field: string, reason: string | RegExp): Promise<void> {
    await update({ ...colors, logoUrl: server.show(await drawnPicture()) });
    const before = await designOf(campaign);

    const { codes, errors } = await update(input);

    expect(codes).toEqual(['INVALID_INPUT']);
    expect(errors[0]?.extensions.field).toBe(field);
    expect(errors[0]?.message).toMatch(reason);
    expect([await designOf(campaign), await storedPictures()]).toEqual([before, 1]);
  }

  test.each([
    ['a page', Buffer.from('<!doctype html>'), /is not a PNG, JPEG or WebP picture/],
    ['a broken picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /cannot be read/],
  ])('%s', async (_, file, reason) => {
    await expectRefusal({ stripUrl: server.show(file), backgroundColor: '#000000' }, 'stripUrl', reason);
  });

  test('a picture of too much detail', async () => {
    await expectRefusal({ stripUrl: server.show(await noise(375, 144)) }, 'stripUrl', /has too much detail/);
  });

  test('a picture that is gone', async () => {
    await expectRefusal({ iconUrl: `${server.show(Buffer.alloc(0))}x` }, 'iconUrl', /its server responds with 404/);
  });

  test('a redirect to a private address', async () => {
    const url = server.show((response) => response.writeHead(302, { Location: 'https://inside.example/' }).end());

    await expectRefusal({ iconUrl: url }, 'iconUrl', /leads to another address \(302\)/);
  });

  test('a name with a private address', async () => {
    await expectRefusal({ logoUrl: 'https://inside.example/a.png' }, 'logoUrl', /does not lead to a public address/);
  });

  test.each([
    ['a private address', { logoUrl: 'https://127.0.0.1/a.png' }, 'logoUrl', /is not an https address/],
    ['an address without https', { logoUrl: 'http://pictures.example/a.png' }, 'logoUrl', /is not an https address/],
    ['a file', { logoUrl: 'file:///etc/hostname' }, 'logoUrl', /is not an https address/],
    ['a color', { labelColor: 'red' }, 'labelColor', /#rrggbb/],
    ['eleven locations', { locations: [...places, places[0]] }, 'locations', /10/],
    ['a latitude', { locations: [{ ...places[0], latitude: 90.1 }] }, 'locations.0.latitude', /90/],
    ['a longitude', { locations: [{ ...places[0], longitude: -181 }] }, 'locations.0.longitude', /180/],
    ['a location without text', { locations: [{ ...places[0], text: ' ' }] }, 'locations.0.text', /must not be empty/],
    ['a long label', { labels: { status: 'a'.repeat(31) } }, 'labels.status', /30/],
    ['long terms', { terms: 'a'.repeat(10_001) }, 'terms', /10000/],
    ['a text without %@', { changes: { claim: 'Yours' } }, 'changes.claim', /must contain %@ once/],
    ['a text with %@ twice', { changes: { claim: '%@ %@' } }, 'changes.claim', /must contain %@ once/],
    ['a text with another %', { changes: { claim: '10% off: %@' } }, 'changes.claim', /no other %/],
    ['a label of cards on a coupon', { labels: { stamps: 'Loaves' } }, 'labels.stamps', /is only for loyalty cards/],
    ['a text of cards on a coupon', { changes: { reward: '%@' } }, 'changes.reward', /is only for loyalty cards/],
  ])('%s', async (_, input, field, reason) => {
    await expectRefusal(input, field, reason);
  });

  test('a label of coupons on a card', async () => {
    campaign = (await makeCard(app.database, client.owner)).id;

    await expectRefusal({ labels: { expiry: 'Until' } }, 'labels.expiry', /is only for coupons/);
  });

  test('texts and pictures that make too large a pass', async () => {
    // Random text, which nothing makes smaller.
    const random = () =>
      Array.from(crypto.getRandomValues(new Uint16Array(10_000)), (code) =>
        String.fromCharCode(0x4e00 + (code % 20_000)),
      ).join('');
    campaign = (await makeCoupon(app.database, client.owner, { description: random() })).id;

    await expectRefusal({ terms: random() }, 'campaign', /makes passes of \d+ kB, and a pass can have at most 40 kB/);
  });
});

test('campaigns of others and campaigns that do not exist are not found, and nothing is fetched', async () => {
  const other = await app.client();
  const logoUrl = server.show(await drawnPicture());
  const before = server.requests;

  expect((await update({ logoUrl }, other)).codes).toEqual(['COUPON_NOT_FOUND']);
  expect((await update({ logoUrl, campaign: 'loy_000000000000' })).codes).toEqual(['LOYALTY_CARD_NOT_FOUND']);
  expect((await update({ logoUrl, campaign: 'dir_000000000000' })).codes).toEqual(['COUPON_NOT_FOUND']);
  expect(server.requests).toBe(before);
});
