import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { Visitor } from './visitor.ts';

const app = useApp();

test('the page of a session shows its code and barcode', async () => {
  const { path } = await session({ customValCode: 'BREAD-42' });

  const page = await new Visitor(app.url).get(path);

  expect(page.status).toBe(200);
  expect(page.text).toContain('Fresh bread');
  expect(page.text).toContain('BREAD-42');
  expect(page.text).toContain('Valid until 2 May 2031 at 00:30 (Pacific/Auckland)');
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

test('the first opening is recorded, and a prefetch is not an opening', async () => {
  const { client, path, code } = await session();
  const visitor = new Visitor(app.url);
  const openedAt = async () =>
    (await client.graphql(`{ couponSession(session: "${code}") { openedAt } }`)).data.couponSession.openedAt;

  await visitor.get(path, { method: 'HEAD' });
  expect(await openedAt()).toBeNull();
  await Promise.all([visitor.get(path), visitor.get(path)]);
  const first = await openedAt();
  await visitor.get(path);

  expect(first).not.toBeNull();
  expect(await openedAt()).toBe(first);
  expect(await eventTypesOf(app.database, { session: code })).toEqual(['coupon_session_created', 'coupon_opened']);
});

test.each([
  [{ validated: '2026-02-03 11:00:00.000' }, 'Redeemed on 4 February 2026 at 00:00.'],
  [{ voided: true }, 'This coupon is no longer valid.'],
  [{ locked: true }, 'This coupon is not available at the moment.'],
  [{ expiresAt: '2026-02-03 11:00:00.000' }, 'This coupon has expired.'],
])('a session with %j shows no code', async (facts, words) => {
  const { path } = await session({ customValCode: 'BREAD-42', ...facts });

  const { text } = await new Visitor(app.url).get(path);

  expect(text).toContain(words);
  expect(text).not.toContain('BREAD-42');
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
