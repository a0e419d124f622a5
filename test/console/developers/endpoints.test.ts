import { expect, test } from 'vitest';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { webhookEndpoints } from '../../../src/webhooks/endpoint/endpoint.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { makeEndpoint } from '../../support/make.ts';
import { Receiver } from '../../support/receiver.ts';
import { follow, makeCoupons, untilDelivered } from '../../webhooks/webhook-client.ts';

const app = useAppWithBackground();
const hostile = '<script>alert(1)</script>"\'&';

async function visit() {
  const { owner } = await app.client();
  return { owner, visitor: await ConsoleVisitor.of(app, owner) };
}

const stored = (id: string) => requireRow(app.database, webhookEndpoints, { id });

test('without endpoints the list says what to do next', async () => {
  const { visitor } = await visit();
  const text = await visitor.read('/webhooks');
  expect(text).toContain('No endpoints yet');
  expect(text).toContain('href="/console/webhooks/new"');
});

test('the list shows state, failures, duration and the queue, and escapes what others wrote', async () => {
  const { owner, visitor } = await visit();
  const { endpoint } = await makeEndpoint(app.database, owner, { description: hostile, enabled: false });

  const text = await visitor.read('/webhooks');

  expect(text).toContain('&lt;script>alert(1)');
  expect(text).not.toContain(hostile);
  expect(text).toContain(`/console/webhooks/${endpoint.id}`);
  expect(text).toContain('Disabled since');
  expect(await visitor.read('/webhooks?state=enabled')).toContain('No matching endpoints');
  expect(await visitor.read('/webhooks?state=nonsense')).toContain(endpoint.id);
});

test('a new endpoint shows its secret once', async () => {
  const { visitor } = await visit();
  const receiver = await Receiver.start();
  const fields = { url: receiver.url, description: 'Shop', kinds: ['COUPON', 'COUPON_EDIT'], fifo: 'on' };

  const { status, text } = await visitor.post('/webhooks/new', 'create', fields);

  expect(status, text).toBe(200);
  const [secret] = /whsec_[A-Za-z0-9+/=]+/.exec(text) ?? [];
  expect(secret).toBeDefined();
  const [, id = ''] = /\/console\/webhooks\/(whe_\w+)/.exec(text) ?? [];
  expect(await stored(id)).toMatchObject({
    ...{ url: receiver.url, description: 'Shop', kindList: 'COUPON,COUPON_EDIT', typeList: null, fifo: 1 },
    includeSubaccounts: 0,
  });
  expect(await visitor.read(`/webhooks/${id}`)).not.toContain(secret);
});

test('a wrong address stays in the form with its problem', async () => {
  const { visitor } = await visit();
  const { status, text } = await visitor.post('/webhooks/new', 'create', {
    url: 'ftp://example.com',
    description: 'x',
  });
  expect(status).toBe(422);
  expect(text).toContain('value="ftp://example.com"');
  expect(text).toMatch(/id="create--url-problem"/);
});

test('the page of an endpoint counts attempts, and its forms change it', async () => {
  const { client, endpoint, receiver } = await follow(await app.client());
  const visitor = await ConsoleVisitor.of(app, client.owner);
  await makeCoupons(client, 'Bread');
  await untilDelivered({ client, endpoint, receiver }, 1);
  const path = `/webhooks/${endpoint}`;
  expect(await visitor.read(path)).toContain('Attempts in the last 24 hours');

  const settings = { url: receiver.url, description: '', types: ['coupon_claimed'], includeSubaccounts: 'on' };
  expect(await visitor.post(path, 'settings', settings)).toMatchObject({
    status: 303,
    location: `/console${path}?done=settings`,
  });
  expect(await stored(endpoint)).toMatchObject({
    ...{ description: null, kindList: null, typeList: 'coupon_claimed', fifo: 0 },
  });

  expect((await visitor.post(path, 'disable')).status).toBe(303);
  expect(await visitor.read(`${path}?done=disable`)).toContain('The endpoint was disabled.');
  expect((await stored(endpoint)).disabledReason).toBe('OWNER');
  expect((await visitor.post(path, 'enable')).status).toBe(303);
  expect((await stored(endpoint)).disabledAt).toBeNull();

  expect((await visitor.post(path, 'hmac', { hmacSecret: 'a key of ours' })).status).toBe(303);
  expect(await visitor.read(path)).toContain('x-hmac uses your own key.');
  expect((await visitor.post(path, 'hmac', { hmacSecret: '' })).status).toBe(303);
  expect((await stored(endpoint)).hmacSecret).toBeNull();
});

test('a test shows the response, and a failed one why', async () => {
  const { client, endpoint, receiver } = await follow(await app.client());
  const visitor = await ConsoleVisitor.of(app, client.owner);
  receiver.answers = [(response) => response.writeHead(500).end(hostile), 200];

  const failed = await visitor.post(`/webhooks/${endpoint}`, 'test');
  expect(failed.text).toContain('The test failed after');
  expect(failed.text).toContain('HTTP 500');
  expect(failed.text).not.toContain(hostile);
  const { text } = await visitor.post(`/webhooks/${endpoint}`, 'test');
  expect(text).toContain('The endpoint accepted the test after');
});

test('a new secret is shown once and signs what follows', async () => {
  const { client, endpoint, receiver } = await follow(await app.client());
  const visitor = await ConsoleVisitor.of(app, client.owner);

  const { text } = await visitor.post(`/webhooks/${endpoint}`, 'rotate');
  const [secret = ''] = /whsec_[A-Za-z0-9+/=]+/.exec(text) ?? [];
  receiver.secret = secret;
  expect((await visitor.post(`/webhooks/${endpoint}`, 'test')).text).toContain('accepted');
  const page = await visitor.read(`/webhooks/${endpoint}`);
  expect(page).not.toContain(secret);
  expect(page).toContain('also signed with the previous secret until');
});

test('recovering sends what an endpoint missed', async () => {
  const { client, endpoint, receiver } = await follow(await app.client());
  const visitor = await ConsoleVisitor.of(app, client.owner);
  await visitor.post(`/webhooks/${endpoint}`, 'disable');
  await makeCoupons(client, 'Bread');

  expect((await visitor.post(`/webhooks/${endpoint}`, 'recover', { since: '' })).status).toBe(422);
  const wrong = { since: '2026-02-01T00:00', until: '2026-01-01T00:00' };
  expect((await visitor.post(`/webhooks/${endpoint}`, 'recover', wrong)).text).toContain(
    'Enter a time later than “From”.',
  );
  expect((await visitor.post(`/webhooks/${endpoint}`, 'recover', { since: '2026-01-01T00:00' })).status).toBe(303);

  await expect.poll(() => receiver.received.map(({ payload }) => payload.type)).toEqual(['coupon_created']);
});

test('a deleted endpoint leads back to the list, and is gone', async () => {
  const { owner, visitor } = await visit();
  const { endpoint } = await makeEndpoint(app.database, owner);

  expect(await visitor.post(`/webhooks/${endpoint.id}`, 'remove')).toMatchObject({
    status: 303,
    location: '/console/webhooks?done=webhooks.remove',
  });
  expect((await visitor.get(`/webhooks/${endpoint.id}`)).status).toBe(404);
  expect((await visitor.get('/webhooks/whe_nonsense')).status).toBe(404);
});

test('one account does not see the endpoints of another, and an analyst none', async () => {
  const { owner, visitor } = await visit();
  const { endpoint } = await makeEndpoint(app.database, (await app.client()).owner);
  expect((await visitor.get(`/webhooks/${endpoint.id}`)).status).toBe(404);
  expect((await visitor.post(`/webhooks/${endpoint.id}`, 'disable')).status).not.toBe(303);
  expect((await stored(endpoint.id)).disabledAt).toBeNull();
  const analyst = await ConsoleVisitor.of(app, owner, { role: 'ANALYST' });
  expect((await analyst.get('/webhooks')).status).toBe(403);
});
