import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { useApp } from '../support/app.ts';
import { stopClocks } from '../support/clocks.ts';
import { genuineCallbacks, genuineIssuer, genuineRoot } from '../support/genuine-callbacks.ts';
import { GoogleServer } from '../support/google-server.ts';
import { connectGoogle } from '../support/make-passes.ts';

const keys = [{ keyValue: genuineRoot, keyExpiration: '4102444800000', protocolVersion: 'ECv2SigningOnly' }];
const server = createServer((_, response) => response.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());
const app = useApp({ googleKeys: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

test.each(genuineCallbacks)('a callback that Google sent is accepted in its time', async (callback) => {
  const { owner } = await app.client();
  const google = await GoogleServer.startForTest();
  const ours = await connectGoogle(app.database, owner, google, { issuerId: genuineIssuer });
  const other = await app.client();
  const others = await connectGoogle(app.database, other.owner, google, { issuerId: '3388000000022141778' });
  const { expTimeMillis } = JSON.parse(callback.signedMessage);
  const postTo = async ({ id }: { id: string }, at: number) => {
    vi.setSystemTime(at);
    const body = JSON.stringify(callback);
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(`${app.url}/wallet/google/callback/${id}`, { method: 'POST', headers, body })).status;
  };
  stopClocks('Date');

  expect(await postTo(ours, expTimeMillis - 1000)).toBe(200);
  expect(await postTo(others, expTimeMillis - 1000)).toBe(403);
  expect(await postTo(ours, expTimeMillis)).toBe(403);
});
