import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWatchedServer, type WatchedServer } from './fuzz/watched-server.ts';
import { overWebSocket } from './http/over-websocket.ts';
import type { Client } from './support/client.ts';
import { makeCoupon, makeSessions } from './support/make.ts';

const amount = 100_000;

/** Milliseconds of processor time. SQLite runs in the process, and commits 100,000 rows in one turn of the event loop. */
const longestStall = 1000;

/** What an unread answer of 20 MB may hold. As objects with all their members, its items took 25 MB. */
const maxMegabytesOfUnread = 22;

let server: WatchedServer;
beforeAll(async () => {
  server = await startWatchedServer({ RATE_LIMIT: '1000000' });
});
afterAll(() => server.stop());

interface Created {
  data: { created: { sessions: { session: string; sequenceId: string }[] } };
}

interface Request {
  path: string;
  body: object;
}

const byRest = (campaign: string): Request => ({ path: '/v3/multiplesingleuse/create', body: { campaign, amount } });
const byGraphQL = (coupon: string, fields: string): Request => ({
  path: '/graphql',
  body: {
    query: `mutation ($input: CreateSingleUseUrlsInput!) { created: createSingleUseUrls(input: $input) { ${fields} } }`,
    variables: { input: { coupon, amount } },
  },
});

test.each([
  { door: 'REST', request: byRest, itemsOf: 'data' },
  {
    door: 'GraphQL',
    request: (id: string) => byGraphQL(id, 'sessions { session sequenceId }'),
    itemsOf: 'sessions',
  },
])('100,000 sessions are created and sent by $door while other calls run', async ({ request, itemsOf }) => {
  const { client, id, claim, unclaimed } = await prepare();
  server.longestStall();
  let isDone = false;

  const answer = ask(client, request(id)).finally(() => {
    isDone = true;
  });
  const claims: number[] = [];
  while (!isDone && unclaimed.length > 0) claims.push(await claim());
  const text = await answer;

  expect(server.longestStall()).toBeLessThan(longestStall);
  expect(new Set(claims)).toEqual(new Set([200]));
  const parsed = JSON.parse(text);
  expect(JSON.stringify(parsed)).toBe(text);
  expect((parsed.data.created ?? parsed)[itemsOf]).toHaveLength(amount);
});

test('a large result reaches clients of WebSockets and of server-sent events', async () => {
  const { client, id } = await prepare();
  const fields = 'couponId sessions { session sequenceId url widgetValidationCode customValidationCode }';
  const document = `mutation { created: createSingleUseUrls(input: { coupon: "${id}", amount: ${amount} }) { ${fields} } }`;

  const overSocket: unknown = await overWebSocket(client.url, client.headers, document);
  const asEvents = await ask(client, byGraphQL(id, fields), { Accept: 'text/event-stream' });

  const [, inEvent = ''] = /^data: (\{.*\})$/m.exec(asEvents) ?? [];
  for (const { data } of [overSocket, JSON.parse(inEvent)] as Created[]) {
    const [first, second] = data.created.sessions;
    expect(data.created.sessions).toHaveLength(amount);
    expect(second).toEqual({
      session: expect.stringMatching(/^[0-9a-z]{21}$/),
      sequenceId: String(Number(first?.sequenceId) + 1),
      url: expect.stringContaining(String(second?.session)),
      widgetValidationCode: second?.session.slice(0, 6),
      customValidationCode: null,
    });
  }
});

test('eight clients that do not read hold little memory, no transaction, and further bulk calls until they hang up', async () => {
  const { client, id, claim } = await prepare();
  const other = await prepare();
  const before = await server.usedMemory();
  const create = ({ client, id }: Prepared) =>
    client.rest('/v3/multiplesingleuse/create', { campaign: id, amount: 100 });

  const sockets = await Promise.all(Array.from({ length: 8 }, () => open(client, byRest(id))));
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));

  expect(((await server.usedMemory()) - before) / sockets.length).toBeLessThan(maxMegabytesOfUnread);
  const refused = await create({ client, id });
  expect([refused.status, refused.codes, refused.headers.get('Retry-After')]).toEqual([429, [1002], '5']);
  expect([await claim(), (await create(other)).status]).toEqual([200, 200]);

  for (const socket of sockets) socket.destroy();

  await expect.poll(async () => (await create({ client, id })).status).toBe(200);
  expect(await server.usedMemory()).toBeLessThan(before + maxMegabytesOfUnread);
}, 120_000);

type Prepared = Pick<Awaited<ReturnType<typeof prepare>>, 'client' | 'id'>;

async function prepare() {
  const client = await server.app.client();
  const coupon = await makeCoupon(server.app.database, client.owner);
  const unclaimed = await makeSessions(server.app.database, coupon, Array(2000).fill({}));
  const claim = async () => {
    const { status } = await client.rest('/v3/couponsession/update', {
      couponsession: unclaimed.pop()?.session,
      operation: 'claim',
    });
    return status;
  };
  return { client, id: coupon.id, claim, unclaimed };
}

async function ask(client: Client, { path, body }: Request, given: Record<string, string> = {}): Promise<string> {
  const headers = { ...client.headers, 'Content-Type': 'application/json', ...given };
  const response = await fetch(client.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.text();
}

/** Sends a request and reads nothing but the beginning of the response. */
async function open({ url, headers }: Client, { path, body }: Request): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  await once(socket, 'connect');
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    Host: hostname,
    'Content-Type': 'application/json',
    'Content-Length': text.length,
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${text}`,
  );
  return socket;
}
