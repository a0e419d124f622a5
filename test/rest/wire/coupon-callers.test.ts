import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';

/* The requests for coupons of the programs that exist, in their own form, and what these programs read. */

const app = useApp();

/** Sends a request as it is written. A body is JSON, on GET too. */
async function send(method: string, path: string, given: Record<string, string>, body?: object) {
  const text = body ? JSON.stringify(body) : '';
  // On GET, Node does not send the length by itself.
  const headers = { 'Content-Type': 'application/json', ...(body && { 'Content-Length': text.length }), ...given };
  const outgoing = request(app.url + path, { method, headers }).end(text);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  // biome-ignore lint/suspicious/noExplicitAny: callers read answers of any shape
  return { status: response.statusCode, body: (await json(response)) as any };
}

const pairOf = ({ owner }: Client) => ({ 'X-Client-Id': owner.keyId, 'X-Client-Secret': owner.secret });

async function withCoupon() {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, {
    ...{ name: 'Rye', title: '2 for 1', value: '10.00', imageUrl: 'https://i.example/a.png', tags: ['rye', 'autumn'] },
    expiresAt: '2999-12-31 22:59:59.000',
  });
  return { client, coupon };
}

test('workflow components read the list and a coupon by GET, without a body', async () => {
  const { client, coupon } = await withCoupon();
  const headers = pairOf(client);

  const list = await send('GET', '/v3/coupon/list', headers);
  const one = await send('GET', `/v3/coupon/info?campaign=${coupon.id}`, headers);

  const options = list.body.coupon_info.map(({ ID: value, name: label }: Record<string, string>) => ({ value, label }));
  expect(options).toEqual([{ value: coupon.id, label: 'Rye' }]);
  expect(one.body.coupon_info).toEqual(list.body.coupon_info[0]);
});

test('a scanner reads by GET with a JSON body, which wins over the query', async () => {
  const { client, coupon } = await withCoupon();
  const headers = pairOf(client);
  await makeCoupon(app.database, client.owner, { status: 'EXAMPLE' });

  const list = await send('GET', '/v3/coupon/list?only_active=false', headers, { only_active: 'true' });
  const one = await send('GET', '/v3/coupon/info?campaign=cam_000000000000', headers, { campaign: coupon.id });

  expect(list.body).toMatchObject({ amount_of_campaigns: '1', coupon_info: [{ ID: coupon.id }] });
  expect(one.body.coupon_info.ID).toBe(coupon.id);
});

test('a connector posts JSON, and checks a pair by listing the active coupons', async () => {
  const { client, coupon } = await withCoupon();
  const headers = pairOf(client);

  const checked = await send('POST', '/v3/coupon/list', headers, { only_active: true });
  const wrong = await send(
    'POST',
    '/v3/coupon/list',
    { ...headers, 'X-Client-Secret': 'wrong' },
    { only_active: true },
  );
  const one = await send('POST', '/v3/coupon/info', headers, { campaign: coupon.id, show_usage_stats: true });

  expect([checked.status, wrong.status, one.status]).toEqual([200, 401, 200]);
  expect(wrong.body.status.status).toBe('failed');
  expect(Array.isArray(checked.body.coupon_info)).toBe(true);
  expect(one.body.coupon_info.ID).toBe(coupon.id);
});

test('text message pages send the pair in the body and no tags, and show the third banner', async () => {
  const { client } = await withCoupon();
  const body = { client_id: client.owner.keyId, client_secret: client.owner.secret, tags: null };

  const { body: found } = await send('POST', '/v3/coupon/list', { Cookie: 'PHPSESSID=0' }, body);

  expect(found.coupon_info).toMatchObject([{ name: 'Rye', banner3: 'https://i.example/a.png' }]);
});

test('a back end posts no body, and reads six members that must be there', async () => {
  const { client, coupon } = await withCoupon();

  const { body } = await send('POST', '/v3/coupon/list', pairOf(client));

  const { ID, code, name, title, status, url } = body.coupon_info[0];
  const expected = [coupon.id, coupon.code, 'Rye', '2 for 1', 'active', `${app.url}/p/${coupon.code}`];
  expect([ID, code, name, title, status, url]).toEqual(expected);
});

test('a deals site adds a bearer without a secret to its pair, and reads value, expiry, start and tags', async () => {
  const { client } = await withCoupon();
  const headers = { ...pairOf(client), Authorization: `Bearer ${client.owner.keyId}` };

  const { body } = await send('POST', '/v3/coupon/list', headers, {});

  const { coupon_value, expirydate, start_date, coupon_tags } = body.coupon_info[0];
  expect([coupon_value, coupon_tags]).toEqual(['10.00', 'autumn,rye']);
  expect([expirydate, start_date]).toEqual(['2999-12-31 22:59:59', '']);
});
