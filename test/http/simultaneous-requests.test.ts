import { type ClientRequest, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { overWebSocket } from './over-websocket.ts';

const app = useApp({ rateLimit: 10_000 });
const max = 500;

test('an account has at most 500 requests running, and another account is not refused', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const hanging = Array.from({ length: max }, () => withoutBody(client));
  onTestFinished(() => void hanging.forEach((one) => void one.destroy()));
  const status = async (from: Client) => (await from.rest('/v3/coupon/list')).status;
  await expect.poll(() => status(client)).toBe(429);

  const { codes, headers } = await client.rest('/v3/coupon/list');
  expect({ codes, retryAfter: headers.get('Retry-After') }).toEqual({ codes: [1002], retryAfter: '1' });
  expect((await client.graphql('{ viewer { keyId } }')).codes).toEqual(['TOO_MANY_REQUESTS']);
  expect(await overWebSocket(app.url, client.headers)).toMatchObject({
    errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 1 } }],
  });
  expect(await status(other)).toBe(200);

  hanging[0]?.destroy();
  await expect.poll(() => status(client)).toBe(200);
});

/** Sends a request whose body never arrives. The service authenticates it and waits. */
function withoutBody({ url, headers }: Client): ClientRequest {
  const sent = request(`${url}/v3/coupon/list`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': 100 },
  });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  return sent;
}
