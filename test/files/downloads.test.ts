import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { formatted } from '../../src/exports/export-format.ts';
import type { ExportRow } from '../../src/exports/table-pages.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeCoupon, makeSessions } from '../support/make.ts';

const app = useApp({ rateLimit: 10_000 });
const max = 4;

test('an account and its subaccounts download at most four files at once, and another account is not refused', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const child = await app.client({ parent: client.owner.account });
  const coupon = await makeCoupon(app.database, client.owner);
  // More than the buffers of the system hold.
  for (let part = 0; part < 3; part++) await makeSessions(app.database, coupon, Array(4000).fill({}));
  const url = await exportOf(client);
  const unread = await Promise.all(Array.from({ length: max }, () => neverRead(url)));

  const refused = await fetch(await exportOf(child));

  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5']);
  expect(await refused.json()).toEqual({
    error: { code: 'TOO_MANY_REQUESTS', message: 'Too many files are being downloaded. Wait for one to end.' },
  });
  expect((await fetch(await exportOf(other))).status).toBe(200);

  unread[0]?.destroy();
  await expect.poll(async () => (await fetch(await exportOf(child))).status).toBe(200);
});

test('a download costs its account a point, and a HEAD request gets the headers alone', async () => {
  const client = await app.client();
  const url = await exportOf(client);

  const [head, file] = [await fetch(url, { method: 'HEAD' }), await fetch(url)];

  const left = [head, file].map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]));
  expect((left[0] ?? 0) - (left[1] ?? 0)).toBe(1);
  expect([head.headers.get('Content-Type'), await head.text()]).toEqual([file.headers.get('Content-Type'), '']);
});

test.each(['CSV', 'JSONL'] as const)('other requests run while a large file is written as %s', async (format) => {
  const row = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, `text ${index}`]));
  const pages = async function* (): AsyncGenerator<ExportRow[]> {
    for (let page = 0; page < 10; page++) yield Array(1000).fill(row);
  };
  let longest = 0;
  let isDone = false;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isDone) setImmediate(look);
  };
  look();

  for await (const _ of formatted(pages(), 'SESSIONS', format));
  isDone = true;

  expect(longest).toBeLessThan(50);
});

async function exportOf(client: Client): Promise<string> {
  const { data } = await client.graphql('mutation { createExport(input: { type: SESSIONS, format: JSONL }) { url } }');
  return data.createExport.url;
}

/** Asks for a file and reads its beginning alone. */
async function neverRead(url: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();
  return socket;
}
