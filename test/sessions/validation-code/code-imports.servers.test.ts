import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();

const upload = async (client: Client, coupon: string, body: string) => {
  const response = await fetch(`${app.url}/imports/coupon-codes?coupon=${coupon}`, {
    method: 'POST',
    headers: { ...client.headers, 'Content-Type': 'text/csv' },
    body,
  });
  const lines = (await response.text()).trim().split('\n');
  return { status: response.status, report: lines.map((line) => JSON.parse(line)) };
};

test('an upload reports every skipped row and a summary', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { status, report } = await upload(client, id, 'ONE\n\nTWO,ignored\n"THREE"\nONE\n');
  expect(status).toBe(200);
  expect(report).toEqual([
    { line: 2, code: '', reason: 'EMPTY' },
    { line: 5, code: 'ONE', reason: 'REPEATED' },
    { imported: 3, skipped: 2 },
  ]);
});

test('an upload of several chunks reports the lines and codes of all of them', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const codes = Array.from({ length: 25_000 }, (_, index) => `CODE-${index}`);
  const { report } = await upload(client, id, [...codes, 'CODE-7'].join('\n'));
  expect(report).toEqual([
    { line: 25_001, code: 'CODE-7', reason: 'ALREADY_THERE' },
    { imported: 25_000, skipped: 1 },
  ]);
});

test('an upload requires credentials, the scope WRITE and a coupon of the account', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const reader = await app.client({ account: client.owner.account, scopes: ['READ'] });
  const stranger = await app.client();
  const answers = [
    await upload(client.with({}), id, 'A'),
    await upload(reader, id, 'A'),
    await upload(stranger, id, 'A'),
    await upload(client, 'nonsense', 'A'),
  ];
  expect(answers.map(({ status, report }) => [status, report[0].error.code])).toEqual([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'COUPON_NOT_FOUND'],
    [404, 'COUPON_NOT_FOUND'],
  ]);
});

test('an unreadable upload ends its report with the reason', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { status, report } = await upload(client, id, 'GOOD\n\u0000\n"unclosed\nA');
  expect(status).toBe(200);
  expect(report).toEqual([{ imported: 0, skipped: 0, error: expect.stringMatching(/quote/i) }]);
});
