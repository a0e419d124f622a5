import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { admitAnonymous, queueAnonymousRequests } from '../../src/http/anonymous-queue.ts';
import { maxUnfinished, UnfinishedBody, uncountedBytes } from '../../src/http/body/whole-body.ts';
import { inThread } from '../../src/kernel/threads/side-thread.ts';
import { callingAccount } from '../../src/kernel/values/event-loop.ts';
import { appleWalletPath, couponPath, sessionPath } from '../../src/vocabulary/links.ts';
import { useApp } from '../support/app.ts';
import { makeSession } from '../support/make.ts';
import { makeLanding } from '../support/make-landing.ts';
import { fromOwnPage } from '../support/make-people.ts';
import { multipart } from '../support/raw-request.ts';
import { threadTime } from '../support/thread-time.ts';

const app = useApp({ trustedProxies: ['127.0.0.1'] });
const [json, form] = ['application/json', 'application/x-www-form-urlencoded'];
const latinForm = `${form}; charset=iso-8859-1`;
const list = '/v3/coupon/list';

/** The rows of the table in the documentation: each limit with its number, in bytes or milliseconds where it has a unit. */
function documented(): { limit: string; number: number; reached: string }[] {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const [, section = ''] = /## Before credentials\n(.*?)\n## /s.exec(text) ?? [];
  const rows = section.split('\n').filter((line) => /^\| (?!limit|-)/.test(line));
  return rows.map((row) => {
    const [limit = '', number = '', reached = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { limit, number: numberOf(number), reached };
  });
}

const units: Record<string, number> = { KiB: 1024, MiB: 1024 ** 2 };

function numberOf(text: string): number {
  const [amount = '', unit = ''] = text.split(' ');
  return Number(amount.replaceAll(',', '')) * (units[unit] ?? 1);
}

/** Sends something of a size, and returns what came of it. */
type Attack = (size: number) => Promise<number | string>;

/** What comes of an attack of the documented size, and of one that is larger by one. */
const attacks: Record<string, { attack: Attack; within: number | string; beyond: number | string }> = {
  'body with wrong credentials in the headers': {
    attack: async (size) => {
      const wrong = { 'X-Client-Id': 'key_0123456789abcdef', 'X-Client-Secret': 'wrong' };
      const answers = [list, '/v4/loyalty/loyalty-cards/loy_0123456789ab/stats/bulk', '/graphql'].map((path) =>
        unsent(path, size, wrong),
      );
      return [...new Set(await Promise.all(answers))].join();
    },
    within: '401',
    beyond: '401',
  },
  'body of /v4': {
    attack: (size) => unsent('/v4/loyalty/loyalty-cards/loy_0123456789ab/stats/bulk', size),
    within: 401,
    beyond: 401,
  },
  'compressed body': {
    attack: (size) => post(list, size === 0 ? '' : gzipSync('{}'), json, { 'Content-Encoding': 'gzip' }),
    within: 401,
    beyond: 400,
  },
  'body of /v3, which may contain credentials': {
    attack: (size) => post(list, padded('{"a":"', '"}', size), json),
    within: 401,
    beyond: 413,
  },
  'body of GraphQL': {
    attack: (size) => post('/graphql', padded('{"query":"{ __typename }","variables":{"a":"', '"}}', size), json),
    within: 200,
    beyond: 401,
  },
  'form of a screen of the console': {
    attack: (size) => post('/console/campaigns', padded('_form=a&a=', '', size), form, fromOwnPage),
    within: 200,
    beyond: 303,
  },
  'form of a sign-in, an invitation or a new password': {
    attack: (size) => post('/console/sign-in', padded('email=a&password=', '', size), form, fromOwnPage),
    within: 403,
    beyond: 413,
  },
  'form of the sign-in to the outbox': {
    attack: (size) => post('/outbox/sign-in', padded('key=a&secret=', '', size), form),
    within: 401,
    beyond: 413,
  },
  'form of a landing page': {
    attack: async (size) => {
      const { code } = await makeLanding(app.database, (await app.client()).owner);
      return post(couponPath(code), padded('email=a&a=', '', size), form);
    },
    within: 422,
    beyond: 413,
  },
  'report of a platform or a phone': {
    attack: (size) => post(`${appleWalletPath}/v1/log`, padded('{"a":"', '"}', size), json),
    within: 200,
    beyond: 413,
  },
  'names of a form': { attack: (size) => post(list, names(size).join('&'), form), within: 401, beyond: 413 },
  'parts of a multipart form': {
    attack: (size) => {
      const { type, body } = multipart(Object.fromEntries(names(size).map((name) => [name, '1'])));
      return post(list, body, type);
    },
    within: 401,
    beyond: 413,
  },
  'names of a JSON body': {
    attack: (size) => post(list, `{${names(size).map((name) => `"${name}":1`)}}`, json),
    within: 401,
    beyond: 413,
  },
  'values of a JSON body': {
    attack: (size) => post(list, `{"a":[${'1,'.repeat(size - 1)}1]}`, json),
    within: 401,
    beyond: 413,
  },
  'levels of a JSON body': {
    attack: (size) => post(list, `{"a":${'['.repeat(size - 1)}${']'.repeat(size - 1)}}`, json),
    within: 401,
    beyond: 400,
  },
  'small parts of a body, and one for each 16 bytes': {
    attack: (size) => {
      const sent = open(list, { 'Transfer-Encoding': 'chunked' });
      // Each of them is one of the 16 bytes for which there may be one more.
      const parts = Math.floor((size * 16) / 15);
      for (const part of padded('{"a":"', '"}', parts)) sent.write(part);
      sent.end();
      return statusOf(sent);
    },
    within: 401,
    beyond: 400,
  },
  'requests of a connection without a response': {
    attack: async (size) => {
      const socket = pipelined('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', size);
      let answers = '';
      socket.on('data', (part) => (answers += part));
      const answered = expect.poll(() => answers.split('HTTP/1.1 200').length - 1).toBe(size);
      return Promise.race([answered.then(() => 'answered'), closed(socket).then(() => 'closed')]);
    },
    within: 'answered',
    beyond: 'closed',
  },
  'requests that begin in a turn of the event loop': {
    attack: async () => {
      let begun = 0;
      const stranger = { socket: { remoteAddress: '192.0.2.9' }, headers: {} } as IncomingMessage;
      await setImmediate();
      const all = Array.from({ length: 50 }, () => admitAnonymous(stranger).then(() => begun++));
      let max = 0;
      while (begun < all.length) {
        const before = begun;
        await setImmediate();
        max = Math.max(max, begun - before);
      }
      return max;
    },
    within: 1,
    beyond: 1,
  },
  'unfinished bodies of an address': {
    attack: async (size) => {
      const address = `203.0.113.${size % 2}`;
      const from = { 'X-Forwarded-For': address };
      const parts = Array.from({ length: 16 }, (_, index) => (index === 0 ? size - 15 * half : half));
      const answers = parts.map((part) => statusOf(unfinished(list, uncountedBytes + part, from)));
      const outcome = await Promise.race([
        ...answers,
        expect
          .poll(() => isFull(address))
          .toBe(true)
          .then(() => 0),
      ]);
      if (outcome !== 0) return outcome;
      expect(await post(list, '{}', json, from), 'a small body gets through').toBe(401);
      const { headers } = await app.client();
      const large = padded('{"a":"', '"}', 100_000);
      expect(await post(list, large, json, { ...from, ...headers }), 'one with credentials, too').toBe(200);
      return 'waits';
    },
    within: 'waits',
    beyond: 429,
  },
  'unfinished bodies of all addresses, in a process': {
    attack: async (size) => {
      // The bodies of the attacks above may still be going.
      await expect.poll(() => ofAllAddresses(maxUnfinished.address.all)).toBe('waits');
      return ofAllAddresses(size);
    },
    within: 'waits',
    beyond: 'UNAVAILABLE',
  },
  'messages of a WebSocket until it has authenticated': {
    attack: async (size) => {
      const { headers } = await app.client();
      const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      onTestFinished(() => socket.terminate());
      await once(socket, 'open');
      // The header and the mask of a frame of this length have eight bytes.
      const bytes = size - 8;
      const message = JSON.stringify({ type: 'connection_init', payload: headers });
      socket.send(message + ' '.repeat(bytes - message.length));
      const closed = once(socket, 'close').then(([code]) => Number(code));
      return Promise.race([once(socket, 'message').then(([text]) => JSON.parse(String(text)).type), closed]);
    },
    within: 'connection_ack',
    beyond: 1009,
  },
  'spreads of fragments in a document': {
    attack: async (size) => {
      const query = `{ __typename ${'...a '.repeat(size)}} fragment a on Query { __typename }`;
      const headers = { 'Content-Type': json };
      const answer = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
      const { data, errors } = (await answer.json()) as { data?: object; errors?: { message: string }[] };
      return errors?.[0]?.message ?? JSON.stringify(data);
    },
    within: '{"__typename":"Query"}',
    beyond: 'The document spreads more than 50 fragments.',
  },
  'files and barcodes that are sent to an address': {
    attack: async (size) => {
      const { owner } = await app.client();
      const { couponCode, session } = await makeSession(app.database, owner);
      const release = holdDrawings(owner.account.id);
      const headers = { 'X-Forwarded-For': `192.0.2.${size % 2}` };
      const path = `${sessionPath(couponCode, session)}/barcode.svg`;
      const statuses = Array.from({ length: size }, () => statusOf(open(path, headers, 'GET').end()));
      if (size > 100) await Promise.race(statuses);
      release();
      return [...new Set(await Promise.all(statuses))].sort().join();
    },
    within: '200',
    beyond: '200,429',
  },
  'processor time of a request': {
    attack: async (milliseconds) => {
      const slow: string[] = [];
      for (const [name, send] of Object.entries(heavy)) {
        const times = [await threadTime(send)];
        // The rest of the machine may have slowed it down.
        while (Math.min(...times) > milliseconds && times.length < 4) times.push(await threadTime(send));
        if (Math.min(...times) > milliseconds) slow.push(`${name}: ${times.map(Math.round)}`);
      }
      return slow.join();
    },
    within: '',
    beyond: '',
  },
};

/** Bodies whose reading takes long, each within the limits above or beyond one of them. */
const heavy: Record<string, () => Promise<unknown>> = {
  'a form of 200,000 names': () => post(list, names(200_000).join('&'), form),
  'a form of ampersands': () => post(list, '&'.repeat(1_000_000), form),
  'a form of pluses': () => post(list, padded('a=', '', 1024 ** 2).replaceAll('x', '+'), form),
  'a form of pluses in Latin-1': () => post(list, padded('a=', '', 1024 ** 2).replaceAll('x', '+'), latinForm),
  'a form of escapes in Latin-1': () => post(list, `a=${'%e4'.repeat(349_000)}`, latinForm),
  'a form of escapes in UTF-8': () => post(list, `a=${'%c3%a4'.repeat(174_000)}`, form),
  'a form of percent signs': () => post(list, `a=${'%'.repeat(1_000_000)}`, form),
  'an object of 90,000 names': () => post(list, `{${names(90_000).map((name) => `"${name}":1`)}}`, json),
  '80,000 objects': () => post(list, `{"a":[${names(80_000).map((name) => `{"${name}":1}`)}]}`, json),
  'a list of lists': () => post(list, `{"a":[${Array(340_000).fill('[]')}]}`, json),
  'a list of numbers': () => post(list, `{"a":[${Array(500_000).fill('1')}]}`, json),
  'a list of lists beside a long number': () => post(list, `{"a":[${'1'.repeat(20)}${',[]'.repeat(340_000)}]}`, json),
  'a list of exponents': () => post(list, `{"a":[${Array(250_000).fill('1e1')}]}`, json),
  'a list of lists beside half a character': () => post(list, `{"a":["\\ud800"${',[]'.repeat(340_000)}]}`, json),
  'a list of lists beside a byte that is not UTF-8': () =>
    post(list, Buffer.from(`{"a":["ä"${',[]'.repeat(340_000)}]}`, 'latin1'), json),
  'half a million levels': () => post(list, `{"a":${'['.repeat(500_000)}`, json),
  'a multipart form of its most parts': () => {
    const { type, body } = multipart(Object.fromEntries(names(1000).map((name) => [name, 'v'.repeat(900)])));
    return post(list, body, type);
  },
  'a document of 985 unknown fragments': () => document(`{ ${names(985).map((name) => `...${name}`)} }`),
  'a document of unknown fields': () => document(`{ ${names(1900)} }`),
  'a document of unknown types': () => document(`query(${names(390).map((name) => `$${name}: T${name}`)}) { a }`),
  'a document of unknown arguments': () => document(`{ coupons(${names(600).map((name) => `${name}: 1`)}) { a } }`),
  'a packet of requests': () => closed(pipelined('GET / HTTP/1.1\r\nHost: x\r\n\r\n', 2500)),
  'a packet of requests with expectations': () =>
    closed(pipelined('GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n', 1700)),
  'a document of levels': () => document(`{${'a{'.repeat(900)}a${'}'.repeat(901)}`),
};

const rows = documented();

test('each row of the table has an attack, and each attack a row', () => {
  expect(rows.map(({ limit }) => limit)).toEqual(Object.keys(attacks));
});

test.each(rows)('$limit', async ({ limit, number }) => {
  const { attack, within, beyond } = attacks[limit] as (typeof attacks)[string];

  expect(await attack(number)).toEqual(within);
  if (beyond !== within) expect(await attack(number + 1)).toEqual(beyond);
});

test('requests without credentials have the share of an account, by network', async () => {
  const callers = ['192.0.2.9', '192.0.2.9', '2001:db8::1', '2001:db8::2'].map((remoteAddress) => {
    const { promise, resolve } = Promise.withResolvers();
    const stranger = { socket: { remoteAddress }, headers: {} } as Request;
    queueAnonymousRequests(stranger, {} as Response, () => resolve(callingAccount()));
    return promise;
  });

  expect(await Promise.all(callers)).toEqual([
    ...Array(2).fill('network 192.0.2.9'),
    ...Array(2).fill('network 8193:3512:0:0'),
  ]);
});

test.each(['utf-16le', 'utf-16be'] as const)('names and levels are counted in %s, too', async (charset) => {
  const type = `application/json; charset=${charset}`;
  const encoded = (text: string) => {
    const bytes = Buffer.from(text, 'utf16le');
    return charset === 'utf-16le' ? bytes : bytes.swap16();
  };
  // The sign for all, U+2200, contains the byte of a quote.
  const many = `{"∀":1,${names(1001).map((name) => `"${name}":1`)}}`;

  expect(await post(list, encoded(many), type)).toBe(413);
  expect(await post(list, encoded(`{"∀":${'['.repeat(5000)}${']'.repeat(5000)}}`), type)).toBe(400);
});

test('a body that its caller gives up makes room for others', async () => {
  const from = { 'X-Forwarded-For': '203.0.113.9' };
  const bodies = Array.from({ length: 9 }, () => unfinished(list, 1024 ** 2 - 1, from));
  await Promise.race(bodies.map(statusOf));

  for (const body of bodies) body.destroy();

  await expect.poll(async () => post(list, padded('{"a":"', '"}', 1024 ** 2), json, from)).toBe(401);
});

test('of 20 unfinished bodies of an address, at most eight are kept, and a caller with a key is served', async () => {
  const from = { 'X-Forwarded-For': '203.0.113.10' };
  const { headers } = await app.client();
  let refused = 0;
  for (let body = 0; body < 20; body += 1)
    unfinished(list, 1024 ** 2 - 100, from).on('response', ({ statusCode }) => (refused += Number(statusCode === 429)));

  await expect.poll(() => refused).toBeGreaterThanOrEqual(12);
  expect(await post(list, '{}', json, { ...from, ...headers })).toBe(200);
});

const names = (amount: number) => Array.from({ length: amount }, (_, index) => `n${index.toString(36)}`);

const padded = (beginning: string, end: string, size: number) =>
  beginning + 'x'.repeat(size - beginning.length - end.length) + end;

const document = (query: string) => post('/graphql', JSON.stringify({ query }), json);

async function post(
  path: string,
  body: string | Buffer<ArrayBuffer>,
  type: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const init = { method: 'POST', headers: { 'Content-Type': type, ...headers }, body, redirect: 'manual' } as const;
  const answer = await fetch(app.url + path, init);
  await answer.arrayBuffer();
  return answer.status;
}

function open(path: string, headers: Record<string, string | number>, method = 'POST'): ClientRequest {
  const sent = request(app.url + path, { method, agent: false, headers: { 'Content-Type': json, ...headers } });
  onTestFinished(() => void sent.destroy());
  return sent.on('error', () => undefined);
}

/** Sends a request many times on one connection, without waiting for responses. */
function pipelined(text: string, times: number): Socket {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).write(text.repeat(times));
  return socket.resume();
}

/** Waits until a connection ends, in whatever way. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

async function statusOf(sent: ClientRequest): Promise<number> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer.statusCode ?? 0;
}

/** Announces a body, never sends it, and returns the status of the response. */
function unsent(path: string, size: number, headers: Record<string, string> = {}): Promise<number> {
  const sent = open(path, { ...headers, 'Content-Length': size });
  sent.flushHeaders();
  return statusOf(sent);
}

const half = 1024 ** 2 / 2;

/** Returns whether an address has no room for another byte of a body. */
function isFull(address: string): boolean {
  const another = new UnfinishedBody({ address });
  try {
    another.add(uncountedBytes + 1);
    return false;
  } catch {
    return true;
  } finally {
    another.end();
  }
}

/** Lets all drawings of an account wait, until the returned function is called. */
function holdDrawings(rootId: string): () => void {
  const shared = new SharedArrayBuffer(4);
  const release = () => {
    Atomics.store(new Int32Array(shared), 0, 1);
    Atomics.notify(new Int32Array(shared), 0);
  };
  onTestFinished(release);
  void inThread(new URL('../kernel/threads/side-task-wait.ts', import.meta.url), shared, { rootId });
  return release;
}

/** Lets bytes of unfinished bodies come from many addresses, and returns what comes of it. */
function ofAllAddresses(bytes: number): string {
  const each = maxUnfinished.address.one;
  const bodies: UnfinishedBody[] = [];
  try {
    for (let left = bytes; left > 0; left -= each) {
      const body = new UnfinishedBody({ address: `198.51.100.${bodies.length}` });
      bodies.push(body);
      body.add(uncountedBytes + Math.min(each, left));
    }
    return 'waits';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    for (const body of bodies) body.end();
  }
}

/** Sends this many bytes of a body that has one more. */
function unfinished(path: string, bytes: number, headers: Record<string, string>): ClientRequest {
  const sent = open(path, { ...headers, 'Content-Length': bytes + 1 });
  sent.write(`{"a":"${'x'.repeat(bytes - 6)}`);
  return sent;
}
