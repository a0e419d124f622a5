import { beforeEach, describe, expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { drawnPicture, lookupPictures, usePictureServer } from '../../support/picture-server.ts';

const app = useAppWithBackground({ lookup: lookupPictures });
const server = usePictureServer();
let client: Client;

beforeEach(async () => {
  client = await app.client();
});

async function preview(campaign: string, design: object | null = null, by = client, language = 'EN') {
  const { data, codes, errors } = await by.graphql(
    `query ($campaign: ID!, $design: WalletDesignInput, $language: WalletLanguage) {
      walletPreview(campaign: $campaign, design: $design, language: $language) { svg url }
    }`,
    { campaign, design, language },
  );
  return { ...(data?.walletPreview as { svg: string; url: string | null } | null), codes, errors };
}

describe('the preview', () => {
  test('of a coupon shows its texts and colours, and needs no other file', async () => {
    const { id } = await makeCoupon(app.database, client.owner, { title: 'Fresh <rye>', value: '5', currency: 'EUR' });

    const { svg } = await preview(id);

    for (const text of ['Fresh &lt;rye>', '€5.00', '#1f2937', 'Ready to use', 'sample000000000000000'])
      expect(svg).toContain(text);
    expect([...(svg ?? '').matchAll(/href="(?!data:image\/)/g)]).toEqual([]);
  });

  test('shows the time in the zone of the coupon, as its page does, in the language that is asked for', async () => {
    const { id } = await makeCoupon(app.database, client.owner, {
      ...{ timezone: 'Europe/Berlin', expiresAt: '2026-12-24 22:59:00.000' },
      ...{ value: '4.5', currency: 'EUR', poweredBy: 'Bakery' },
    });

    const [english, german] = [await preview(id), await preview(id, null, client, 'DE')];
    const page = await fetch(german.url ?? '', { headers: { 'Accept-Language': 'de-AT,de;q=0.9' } });

    for (const text of ['24 Dec 2026, 23:59', 'VALID UNTIL', '€4.50', 'Ready to use'])
      expect(english.svg).toContain(text);
    for (const text of ['24.12.2026, 23:59', 'GÜLTIG BIS', '4,50 €', 'Einlösbar', 'Wert', 'Bakery'])
      expect(german.svg).toContain(text);
    expect(await page.text()).toBe(german.svg);
    expect(page.headers.get('vary')).toContain('Accept-Language');
  });

  test('of a stamp card shows its stamps', async () => {
    const { id } = await makeCard(app.database, client.owner, { backgroundColor: '#ffcc00' });

    const { svg } = await preview(id);

    for (const text of ['4/10', '#ffcc00', 'Ada Example']) expect(svg).toContain(text);
  });

  test('shows the stored design, also at its address', async () => {
    const { id } = await makeCoupon(app.database, client.owner);
    const stripUrl = server.show(await drawnPicture());
    const input = `campaign: "${id}", backgroundColor: "#102030", provider: "Mill", stripUrl: "${stripUrl}"`;
    await client.graphql(`mutation { updateWalletDesign(input: { ${input} }) { campaign } }`);

    const { svg, url } = await preview(id);
    const response = await fetch(url ?? '');

    for (const text of ['#102030', 'Mill', 'data:image/png', 'data:image/jpeg']) expect(svg).toContain(text);
    expect(await response.text()).toBe(svg);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; img-src data:; style-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  test('shows a design that is not stored, and stores nothing', async () => {
    const { id } = await makeCoupon(app.database, client.owner);
    const iconUrl = server.show(await drawnPicture());

    const { svg, url } = await preview(id, { backgroundColor: '#405060', labels: { status: 'State' }, iconUrl });

    for (const text of ['#405060', 'STATE', 'data:image/jpeg']) expect(svg).toContain(text);
    expect(url).toBeNull();
    const { data } = await client.graphql(`{ coupon(id: "${id}") { walletDesign { campaign } } }`);
    expect(data.coupon.walletDesign).toBeNull();
    expect(
      await app.database.rows('SELECT 1 FROM wallet_pictures p WHERE p.account_id = ?', [client.owner.account.id]),
    ).toEqual([]);
  });

  test('is well-formed whatever the texts contain', async () => {
    const title = 'nul\0 esc\u001b ]]> <script> \ud800 & "quoted" \ufffe';
    const { id } = await makeCoupon(app.database, client.owner, { title: title.toWellFormed() });

    expect((await preview(id)).svg).toContain('nul esc ]]> &lt;script> � &amp; &quot;quoted&quot;');
  });
});

describe('refused:', () => {
  test('a picture that cannot be used, with the reason', async () => {
    const { id } = await makeCoupon(app.database, client.owner);

    const { codes, errors } = await preview(id, { logoUrl: server.show(Buffer.from('<html>')) });

    expect(codes).toEqual(['INVALID_INPUT']);
    expect(errors[0]?.extensions.field).toBe('design.logoUrl');
    expect(errors[0]?.message).toMatch(/is not a PNG, JPEG or WebP picture/);
  });

  test('a design by a key that may only read', async () => {
    const { id } = await makeCoupon(app.database, client.owner);
    const reader = await app.client({ account: client.owner.account, scopes: ['READ'] });
    const before = server.requests;

    expect((await preview(id, null, reader)).codes).toEqual([]);
    expect((await preview(id, { logoUrl: server.show(await drawnPicture()) }, reader)).codes).toEqual(['FORBIDDEN']);
    expect(server.requests).toBe(before);
  });

  test('campaigns of others, and addresses that are not signed or of another campaign', async () => {
    const [{ id }, other] = [
      await makeCoupon(app.database, client.owner),
      await makeCoupon(app.database, client.owner),
    ];
    const stranger = await app.client();
    const { url = '' } = await preview(id);

    expect((await preview(id, null, stranger)).codes).toEqual(['COUPON_NOT_FOUND']);
    for (const address of [url?.replace(id, other.id), url?.replace(/.{5}\.svg$/, 'AAAAA.svg')])
      expect((await fetch(address ?? '')).status).toBe(404);
  });
});

test('a picture of a design is served to Google, and no other file', async () => {
  const { id } = await makeCoupon(app.database, client.owner);
  const logoUrl = server.show(await drawnPicture());
  await client.graphql(
    `mutation { updateWalletDesign(input: { campaign: "${id}", logoUrl: "${logoUrl}" }) { campaign } }`,
  );
  const [picture] = await app.database.rows<{ id: string }>(
    'SELECT p.id AS id FROM wallet_pictures p WHERE p.account_id = ?',
    [client.owner.account.id],
  );

  const response = await fetch(`${app.url}/wallet/pictures/${picture?.id}.jpg`);

  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await response.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  for (const guess of ['0'.repeat(32), '..%2f..%2fpackage', "'"])
    expect((await fetch(`${app.url}/wallet/pictures/${guess}.jpg`)).status).toBe(404);
});
