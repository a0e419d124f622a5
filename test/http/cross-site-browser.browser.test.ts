import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { makeCoupon } from '../support/make.ts';

const app = useApp();
const held = useBrowser();

/** A site of somebody else. `localhost` and `127.0.0.1` are different sites. */
const elsewhere = createServer((_, response) =>
  response.setHeader('Content-Type', 'text/html').end('<title>A</title>'),
);
let attackUrl: string;

beforeAll(async () => {
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  attackUrl = `http://localhost:${(elsewhere.address() as AddressInfo).port}/`;
});

afterAll(() => elsewhere.close());

const plant = `mutation { createWebhookEndpoint(input: { url: "https://93.184.216.34/" }) { endpoint { id } } }`;

test('a page elsewhere plants nothing in GraphQL with a text/plain form', async () => {
  const { client, page } = await victim();

  await submit(page, `${app.url}/graphql`, 'text/plain', { [`{"query":${JSON.stringify(plant)},"a":"`]: '"}' });

  expect(await page.textContent('body')).toContain('"code":"FORBIDDEN"');
  expect(await rowsOf(client, 'webhook_endpoints')).toEqual([]);
});

test('a page elsewhere plants nothing in REST with a form', async () => {
  const { client, page } = await victim();
  const coupon = await makeCoupon(app.database, client.owner);

  await submit(page, `${app.url}/v3/singleuse/create`, 'application/x-www-form-urlencoded', { campaign: coupon.id });

  expect(await page.textContent('body')).toContain('"error_code":[1001]');
  expect(await rowsOf(client, 'coupon_sessions')).toEqual([]);
});

test.each(['text/plain', 'application/x-www-form-urlencoded'])(
  'a script elsewhere plants nothing as %s',
  async (type) => {
    const { client, page } = await victim();
    const init = { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'Content-Type': type } };

    const sent = page.waitForResponse(`${app.url}/graphql`);
    await page.evaluate(
      ([url, options]) => fetch(url as string, options as RequestInit),
      [`${app.url}/graphql`, { ...init, body: JSON.stringify({ query: plant }) }],
    );

    expect((await sent).status()).toBe(403);
    expect(await rowsOf(client, 'webhook_endpoints')).toEqual([]);
  },
);

test('a script elsewhere opens no WebSocket with the credentials that the browser adds', async () => {
  const { page } = await victim();

  expect(await openedFrom(page)).toBe('error');

  await page.goto(`${app.url}/healthz`);
  expect(await openedFrom(page)).toBe('open');
});

test('a page of the service uses the credentials of the browser', async () => {
  const { client, page } = await victim();
  await page.goto(`${app.url}/healthz`);

  const answer = await page.evaluate(async (query) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
  }, '{ viewer { keyId } }');

  expect(answer).toEqual({ data: { viewer: { keyId: client.owner.keyId } } });
});

/** The page elsewhere, in a browser that adds Basic credentials of a key to every request to the service. */
async function victim(): Promise<{ client: Client; page: Page }> {
  const client = await app.client();
  const { keyId, secret } = client.owner;
  const Authorization = `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`;
  const context = await held.browser.newContext({ extraHTTPHeaders: { Authorization } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(attackUrl);
  return { client, page };
}

async function submit(page: Page, action: string, enctype: string, fields: Record<string, string>): Promise<void> {
  const answered = page.waitForURL(action);
  await page.evaluate(
    ([action, enctype, fields]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action, enctype });
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElement('input');
        form.append(Object.assign(input, { type: 'hidden', name, value }));
      }
      document.body.append(form);
      form.submit();
    },
    [action, enctype, fields] as const,
  );
  await answered;
}

/** Whether a page can open a WebSocket to the service. */
function openedFrom(page: Page): Promise<string> {
  return page.evaluate(
    async (url) => {
      const socket = new WebSocket(url, 'graphql-transport-ws');
      return new Promise<string>((resolve) => {
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('error');
      });
    },
    `${app.url.replace('http', 'ws')}/graphql`,
  );
}

function rowsOf({ owner }: Client, table: string): Promise<unknown[]> {
  return app.database.rows(`SELECT 1 FROM ${table} WHERE account_id = ?`, [owner.account.id]);
}
