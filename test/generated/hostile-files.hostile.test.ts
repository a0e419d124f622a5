import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { hostileTexts } from '../support/arbitraries.ts';
import { makeCoupon } from '../support/make.ts';
import { inParallel } from './answers.ts';
import { storedFor } from './stored.ts';

const app = useApp();
const addressable = hostileTexts.filter((text) => text.isWellFormed() && text.length < 3000);

test('the service returns 404 for exports with hostile tokens', async () => {
  const payload = Buffer.from(JSON.stringify({ type: 'EVENTS', format: 'CSV', expires: 9e15 })).toString('base64url');
  const tokens = addressable
    .flatMap((text) => [text, `${payload}.${text}`, `${text}.${payload}`])
    .filter((token) => token !== '');

  const statuses = await inParallel(tokens, async (token) => {
    const response = await fetch(`${app.url}/exports/${encodeURIComponent(token)}`);
    return response.status;
  });

  expect(new Set(statuses)).toEqual(new Set([404]));
});

test('the service returns 404 for imports into coupons with hostile ids', async () => {
  const { headers } = await app.client();

  const statuses = await inParallel(addressable, async (text) => {
    const url = `${app.url}/imports/coupon-codes?coupon=${encodeURIComponent(text)}`;
    return (await fetch(url, { method: 'POST', headers, body: 'CODE-1' })).status;
  });

  expect(new Set(statuses)).toEqual(new Set([404]));
});

test.each([
  { kind: 'nothing', body: '' },
  { kind: 'NUL bytes', body: Buffer.alloc(10_000) },
  { kind: 'bytes that are not UTF-8', body: Buffer.from([0xff, 0xfe, 0x0a, 0xc0, 0x80]) },
  { kind: 'UTF-16', body: Buffer.from('\ufeffCODE-1\n', 'utf16le') },
  { kind: 'a quote that never ends', body: `"${'a'.repeat(50_000)}` },
  { kind: 'a line of a million characters', body: 'a'.repeat(1_000_000) },
  { kind: 'a hundred thousand columns', body: 'a,'.repeat(100_000) },
  { kind: 'hostile lines', body: hostileTexts.filter((text) => text.length < 3000).join('\n') },
])('an import of $kind stores no unreadable code, and reports the skipped lines', async ({ body }) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);

  const response = await fetch(`${app.url}/imports/coupon-codes?coupon=${coupon.id}`, {
    method: 'POST',
    headers: client.headers,
    body,
    signal: AbortSignal.timeout(60_000),
  });

  const report = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(response.status).toBe(200);
  expect(report.at(-1)).toMatchObject({ imported: expect.any(Number), skipped: expect.any(Number) });
  expect(await storedFor(app.database, client.owner.account.id)).not.toMatch(/\\u[0-9a-f]{4}|\ufffd/);
});
