import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { Visitor } from '../visitor.ts';

const app = useApp();
const at = '2026-02-03 11:00:00.000';

test('the page of a session shows its code and barcode', async () => {
  const { path } = await session({ customValCode: 'BREAD-42' });

  const page = await new Visitor(app.url).get(path);

  expect(page.status).toBe(200);
  expect(page.text).toContain('Fresh bread');
  expect(page.text).toContain('BREAD-42');
  expect(page.text).toContain('Valid until 2 May 2031 at 00:30 (New Zealand Time)');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
});

test('the barcode is an image', async () => {
  const { path } = await session();

  const { status, headers, text } = await new Visitor(app.url).get(`${path}/barcode.svg`);

  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  expect(text).toMatch(/^<svg/);
});

test('the page shows the texts and images of the coupon', async () => {
  const { path } = await session(
    {},
    {
      ...{ subtitle: 'On us', terms: 'No cash value.', termsShort: 'One each.' },
      ...{ poweredBy: 'Demo & Bakery', poweredByUrl: 'https://bakery.example/?a=1' },
      ...{ logoUrl: 'https://img.example/logo.png', bannerUrls: ['https://img.example/1.png'] },
    },
  );

  const { text } = await new Visitor(app.url).get(path);

  for (const words of ['On us', 'No cash value.', 'One each.', 'Demo &amp; Bakery']) expect(text).toContain(words);
  expect(text).toContain('href="https://bakery.example/?a=1"');
  expect(text).toContain('src="https://img.example/logo.png"');
  expect(text).toContain('src="https://img.example/1.png"');
});

test('texts that show nothing leave no gap, no empty heading and no empty terms', async () => {
  const blank = '\u200b ';
  const { path } = await session(
    {},
    { title: blank, subtitle: blank, description: blank, terms: blank, termsShort: blank, poweredBy: blank },
  );

  for (const address of [path, path.replace(/\/[^/]+$/, '')]) {
    const { text } = await new Visitor(app.url).get(address);

    expect(text).not.toContain('<summary>');
    expect(text).not.toContain('\u200b');
  }
});

test('addresses that begin with /c keep working', async () => {
  const { path } = await session({ customValCode: 'BREAD-42' });
  const visitor = new Visitor(app.url);
  const former = path.replace('/p/', '/c/');

  const [page, barcode] = [await visitor.get(former), await visitor.get(`${former}/barcode.svg`)];

  expect([page.status, barcode.status]).toEqual([200, 200]);
  expect(page.text).toBe((await visitor.get(path)).text);
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the first opening is recorded, and neither a prefetch nor a link preview is an opening', async () => {
  const { client, path, code } = await session();
  const visitor = new Visitor(app.url);
  const openedAt = async () =>
    (await client.graphql(`{ couponSession(session: "${code}") { openedAt } }`)).data.couponSession.openedAt;

  await visitor.get(path, { method: 'HEAD' });
  await visitor.get(path, { headers: { 'Sec-Purpose': 'prefetch;prerender' } });
  for (const agent of ['WhatsApp/2.23.20.0 A', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', ''])
    expect((await visitor.get(path, { headers: { 'User-Agent': agent } })).text).toContain('Fresh bread');
  expect(await openedAt()).toBeNull();
  await Promise.all([visitor.get(path), visitor.get(path)]);
  const first = await openedAt();
  await visitor.get(path);

  expect(first).not.toBeNull();
  expect(await openedAt()).toBe(first);
  expect(await eventTypesOf(app.database, { session: code })).toEqual(['coupon_session_created', 'coupon_opened']);
});

test.each([
  [{ validated: at }, 'Redeemed', 'On 4 February 2026 at 00:00 (New Zealand Time)'],
  [{ voided: at }, 'No longer valid', 'Cancelled on 4 February 2026 at 00:00 (New Zealand Time)'],
  [{ locked: at }, 'Not available at the moment', 'Locked since 4 February 2026 at 00:00 (New Zealand Time)'],
  [{ expiresAt: at }, 'Expired', 'On 4 February 2026 at 00:00 (New Zealand Time)'],
])('a session with %j says since when it cannot be used, and shows no code', async (facts, name, line) => {
  const { path } = await session({ customValCode: 'BREAD-42', ...facts });

  const { text } = await new Visitor(app.url).get(path);

  expect(text).toContain(`${name}</strong><span>${line}</span>`);
  expect(text).not.toContain('BREAD-42');
  expect(text).not.toContain('barcode.svg');
});

test('a coupon that starts later says when', async () => {
  const { path } = await session({ customValCode: 'BREAD-42' }, { startsAt: '2030-05-01 12:30:00.000' });

  const { text } = await new Visitor(app.url).get(path);

  expect(text).toContain('Not valid yet</strong><span>Valid from 2 May 2030 at 00:30 (New Zealand Time)');
  expect(text).not.toContain('BREAD-42');
});

test('a session that a till holds says so, and keeps its code', async () => {
  const { client, path, code } = await session({ customValCode: 'BREAD-42' });
  const held = await client.graphql(
    `mutation { holdCouponSession(input: { session: "${code}", key: "till", seconds: 60 }) { __typename } }`,
  );

  const { text } = await new Visitor(app.url).get(path);

  expect(held.errors).toEqual([]);
  expect(text).toMatch(/In use at a till<\/strong><span>Reserved until .+ \(New Zealand Time\)/);
  expect(text).toContain('BREAD-42');
  expect(text).toMatch(/data-next="\d+"/);
});

test('the page speaks German', async () => {
  const { path } = await session({ customValCode: 'BREAD-42' }, { value: '3.5', currency: 'EUR' });
  const headers = { 'Accept-Language': 'fr;q=0.9, de-AT;q=0.8, en;q=0.5' };
  const visitor = new Visitor(app.url);

  const { text } = await visitor.get(path, { headers });
  const nothing = await visitor.get('/p/00000000/0', { headers });

  expect(text).toContain('<html lang="de">');
  expect(text).toContain('Gültig bis 2. Mai 2031 um 00:30 (Neuseeland-Zeit)');
  expect(text).toMatch(/Wert: 3,50\s€/);
  expect(nothing.text).toContain('Unter dieser Adresse gibt es keinen Gutschein.');
});

test('link previews learn neither the code nor the address', async () => {
  const { path, code } = await session(
    { customValCode: 'BREAD-42', firstName: 'Ada' },
    { subtitle: 'On us', imageUrl: 'https://img.example/1.png', poweredBy: 'Demo Bakery' },
  );

  const { text } = await new Visitor(app.url).get(path);

  const head = text.slice(0, text.indexOf('</head>'));
  const tags = [...head.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)].map(([, name, content]) => [
    name,
    content,
  ]);
  expect(Object.fromEntries(tags)).toEqual({
    ...{ title: 'Fresh bread', description: 'On us', site_name: 'Demo Bakery', type: 'website' },
    image: 'https://img.example/1.png',
  });
  for (const secret of ['BREAD-42', 'Ada', code.slice(0, 6)]) expect(head).not.toContain(secret);
});

test('the colors are in a style sheet that may be cached, and nothing else is', async () => {
  const visitor = new Visitor(app.url);

  const sheet = await visitor.get('/site/colors/4b2e1e-ffffff.css');

  expect(sheet.headers.get('content-type')).toMatch(/^text\/css/);
  expect(sheet.headers.get('cache-control')).toMatch(/^public/);
  for (const wrong of ['red.css', '4b2e1e', '4b2e1e-.css', '4B2E1E.css', '%22%7D.css'])
    expect((await visitor.get(`/site/colors/${wrong}`)).status).toBe(404);
});

async function session(given: Parameters<typeof makeSession>[2] = {}, offered: Parameters<typeof makeCoupon>[2] = {}) {
  const client = await app.client({ timezone: 'Pacific/Auckland' });
  const coupon = await makeCoupon(app.database, client.owner, {
    title: 'Fresh bread',
    expiresAt: '2031-05-01 12:30:00.000',
    ...offered,
  });
  const { session: code } = await makeSession(app.database, client.owner, { coupon, ...given });
  return { client, code, path: `/p/${coupon.code}/${code}` };
}
