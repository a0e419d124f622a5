import { expect, test } from 'vitest';
import { capture, listCaptured } from '../../../src/messaging/platform/outbox.ts';
import type { Outgoing } from '../../../src/messaging/platform/platform.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

const app = useApp();

const basic = ({ owner: { keyId, secret } }: Client) => ({
  Authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`,
});

const look = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers });

function email({ owner }: Client, more: Partial<Extract<Outgoing, { channel: 'EMAIL' }>> = {}): Outgoing {
  return {
    channel: 'EMAIL',
    id: newId('message'),
    accountId: owner.account.id,
    from: { name: 'Bakery', address: 'mail@bakery.example' },
    to: { name: '<b>Ada</b>', address: 'ada@example.com' },
    subject: 'Bread & <i>butter</i>',
    text: 'Hello Ada',
    html: '<p style="color: red">Hello <b>Ada</b></p>',
    unsubscribeUrl: 'https://example.com/u',
    ...more,
  };
}

const sms = ({ owner }: Client, text: string): Outgoing => ({
  ...{ channel: 'SMS', id: newId('message'), accountId: owner.account.id, to: '+491701234567', text },
});

test('the outbox asks a browser for a key by a form, so that the browser keeps no Basic credentials', async () => {
  const response = await look('/outbox');

  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBeNull();
  expect(await response.text()).toContain('action="/outbox/sign-in"');
});

test('the outbox asks again after a wrong key, and refuses a key without the scope ADMIN', async () => {
  const client = await app.client({ scopes: ['READ', 'WRITE', 'REDEEM', 'SEND'] });

  expect((await look('/outbox', { Authorization: 'Basic eDp5' })).status).toBe(401);
  expect((await look('/outbox', basic(client))).status).toBe(403);
  expect((await look('/outbox/1234567890123-msg_0000000000000000', basic(client))).status).toBe(403);
  const refused = await signIn(client.owner.keyId, client.owner.secret);
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
});

test('a sign-in ends with its key, counts for the outbox alone, and cannot be made up', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const signedIn = await signIn(client.owner.keyId, client.owner.secret);
  const [line = ''] = signedIn.headers.getSetCookie();
  const [cookie = ''] = line.split(';');

  expect(signedIn.status).toBe(303);
  expect(line).toMatch(/; Max-Age=28800; Path=\/outbox; .*HttpOnly; SameSite=Strict$/);
  expect((await look('/outbox', { Cookie: cookie })).status).toBe(200);
  expect((await look('/outbox', { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401);
  expect((await look('/outbox', { Cookie: cookie.replace(client.owner.keyId, other.owner.keyId) })).status).toBe(401);
  expect((await client.with({ Cookie: cookie }).graphql('{ viewer { keyId } }')).codes).toEqual(['UNAUTHENTICATED']);

  await client.graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { id } }', { id: client.owner.keyId });
  expect((await look('/outbox', { Cookie: cookie })).status).toBe(401);
});

test('a page elsewhere signs nobody in', async () => {
  const { owner } = await app.client();

  const refused = await signIn(owner.keyId, owner.secret, { Origin: 'https://evil.example' });

  expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
});

function signIn(key: string, secret: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ key, secret });
  return fetch(`${app.url}/outbox/sign-in`, { method: 'POST', body, headers, redirect: 'manual' });
}

test("the outbox lists the captured messages of the key's account, newest first", async () => {
  const [client, other] = [await app.client(), await app.client()];
  await capture(app.dataDirectory, 'EMAIL', email(client, { id: 'msg_0000000000000001' }));
  await new Promise((resolve) => setTimeout(resolve, 5)); // File names begin with milliseconds.
  await capture(app.dataDirectory, 'SMS', sms(client, 'Your coupon'));
  await capture(app.dataDirectory, 'SMS', sms(other, 'Not yours'));

  const page = await (await look('/outbox', basic(client))).text();

  expect(page.indexOf('Your coupon')).toBeGreaterThan(0);
  expect(page.indexOf('Bread &amp; &lt;i>butter')).toBeGreaterThan(page.indexOf('Your coupon'));
  expect(page).not.toContain('Not yours');
});

test('the outbox accepts every form of credentials', async () => {
  const client = await app.client();

  expect((await look('/outbox', client.headers)).status).toBe(200);
});

test('a message is shown with headers, text, and HTML in a sandboxed frame', async () => {
  const client = await app.client();
  const name = await capture(
    app.dataDirectory,
    'EMAIL',
    email(client, { html: '<script>alert(1)</script><p>Hello</p>' }),
  );

  const page = await look(`/outbox/${name}`, basic(client));
  const text = await page.text();
  const frame = await look(`/outbox/${name}/html`, basic(client));

  expect(text).toContain('&lt;b>Ada&lt;/b> &lt;ada@example.com>');
  expect(text).toContain('<pre class="mail-text">Hello Ada</pre>');
  expect(text).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(text).not.toContain('<script>');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-src 'self'$/);
  expect(await frame.text()).toContain('<p>Hello</p>');
  expect(frame.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*; sandbox allow-popups/);
});

test('an SMS has no frame', async () => {
  const client = await app.client();
  const name = await capture(app.dataDirectory, 'SMS', sms(client, 'Hello'));

  expect(await (await look(`/outbox/${name}`, basic(client))).text()).not.toContain('<iframe');
  expect((await look(`/outbox/${name}/html`, basic(client))).status).toBe(404);
});

test.each([
  '1234567890123-msg_0000000000000000',
  '..%2F..%2Fsecret',
  'nonsense',
  '%00',
  '1234567890123-msg_0000000000000000/html',
  'a/b/c',
])('/outbox/%s gets a 404', async (path) => {
  const client = await app.client();

  expect((await look(`/outbox/${path}`, basic(client))).status).toBe(404);
});

test('messages of other accounts are not found', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const name = await capture(app.dataDirectory, 'SMS', sms(other, 'Not yours'));

  expect((await look(`/outbox/${name}`, basic(client))).status).toBe(404);
});

test('the outbox has pages, and an invalid page means the first', async () => {
  const client = await app.client();
  for (let number = 1; number <= 60; number += 1)
    await capture(app.dataDirectory, 'SMS', sms(client, `Message ${number}.`));
  const page = async (query: string) => (await look(`/outbox${query}`, basic(client))).text();

  expect((await page('')).match(/<li>/g)).toHaveLength(50);
  expect((await page('?page=2')).match(/<li>/g)).toHaveLength(10);
  for (const query of ['?page=0', '?page=-1', '?page=x', '?page[a]=1', '?page=1e999'])
    expect((await look(`/outbox${query}`, basic(client))).status).toBe(200);
});

test('the outbox keeps the newest thousand messages', async () => {
  const client = await app.client();
  const first = await capture(app.dataDirectory, 'SMS', sms(client, 'The first'));
  await new Promise((resolve) => setTimeout(resolve, 5));
  const rest = Array.from({ length: 1200 }, (_, index) => sms(client, `${index}`));
  await Promise.all(rest.map((message) => capture(app.dataDirectory, 'SMS', message)));

  const kept = await listCaptured(app.dataDirectory, client.owner.account.id);

  expect(kept.length).toBeLessThan(1150);
  expect(kept.length).toBeGreaterThanOrEqual(1000);
  expect(kept).not.toContain(first);
});

test('CAPTURE integrations of any channel deliver to the outbox', async () => {
  const client = await app.client();
  const connect = `mutation { done: connectIntegration(input: { channel: SMS, provider: CAPTURE }) { id } }`;
  const { id } = (await client.graphql(connect)).data.done;

  const { data } = await client.graphql(
    `mutation { done: testIntegration(input: { id: "${id}", to: "+49 170 1234567" }) { ok } }`,
  );

  expect(data.done).toEqual({ ok: true });
  expect(await (await look('/outbox', basic(client))).text()).toContain('SMS to +491701234567');
});
