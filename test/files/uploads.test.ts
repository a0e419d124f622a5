import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeCoupon } from '../support/make.ts';

const app = useApp({ rateLimit: 10_000 });
const max = 4;

test('an account and its subaccounts upload at most four files at once, and another account is not refused', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const child = await app.client({ parent: client.owner.account });
  const uploads = await Promise.all(Array.from({ length: max + 1 }, () => withoutEnd(client)));
  onTestFinished(() => void uploads.forEach((one) => void one.destroy()));
  const [surplus, answer] = await Promise.race(uploads.map(firstAnswer));
  expect(answer.statusCode).toBe(429);

  const refused = await upload(child);
  expect({ status: refused.status, retryAfter: refused.headers.get('Retry-After') }).toEqual({
    status: 429,
    retryAfter: '5',
  });
  expect(await refused.json()).toEqual({
    error: { code: 'TOO_MANY_REQUESTS', message: 'Too many files are being uploaded. Wait for one to end.' },
  });
  expect((await upload(other)).status).toBe(200);

  uploads.find((one) => one !== surplus)?.destroy();
  await expect.poll(async () => (await upload(child)).status).toBe(200);
});

const addressOf = async (client: Client) =>
  `${app.url}/imports/coupon-codes?coupon=${(await makeCoupon(app.database, client.owner)).id}`;

async function upload(client: Client): Promise<Response> {
  return fetch(await addressOf(client), { method: 'POST', headers: client.headers, body: 'ONE\n' });
}

/** Begins an upload that never ends. */
async function withoutEnd(client: Client): Promise<ClientRequest> {
  const sent = request(await addressOf(client), { method: 'POST', headers: client.headers });
  sent.on('error', () => undefined);
  sent.write('ONE\n');
  return sent;
}

async function firstAnswer(sent: ClientRequest): Promise<[ClientRequest, IncomingMessage]> {
  const [answer] = await once(sent, 'response');
  return [sent, answer];
}
