import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as lasting } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { Client, type Owner } from '../support/client.ts';
import { emptyDatabaseUrl } from '../support/database.ts';
import { Program, type RunningServer, startServer } from '../support/processes.ts';
import { quantile, Witness } from '../support/witness.ts';

/*
 * Attackers at one address do what costs them least, while an account claims and reads. The table in docs/security.md has
 * an attack a row, and the figures that a run prints:
 *
 *   npm run test:processes -- test/http/attackers
 *   ATTACKED=/path/of/another/checkout npm run test:processes -- test/http/attackers    # expects nothing, only measures
 */

const { ATTACKED } = process.env;
const place = (file: string) => (ATTACKED ? path.resolve(ATTACKED, 'src/main', file) : file);

/** What the service promises to every caller. */
const maxMilliseconds = 15_000;
/** The service takes about 240 alone. */
const maxMegabytes = 500;
const untilOverMilliseconds = 2000;

interface Target {
  port: number;
  /** The credentials of another account. */
  owner: Owner;
}

type Attack = (target: Target) => Promise<void>;

let database: string;
let victim: Owner;
let attacker: Owner;
let coupon: { id: string; code: string };
const sessions: string[] = [];
const figures: string[] = [];

const json = 'Content-Type: application/json\r\n';
const list = '/v3/coupon/list';
const names = (amount: number) => Array.from({ length: amount }, (_, index) => `n${index.toString(36)}`);
const object = (amount: number) => `{${names(amount).map((name) => `"${name}":1`)}}`;
const lists = (first: string) => `{"a":[${first}${',[]'.repeat(340_000)}]}`;
const post = (where: string, body: string | Buffer, headers = json) =>
  Buffer.concat([Buffer.from(head(where, `${headers}Content-Length: ${body.length}\r\n`)), Buffer.from(body)]);
const head = (where: string, headers: string, method = 'POST') =>
  `${method} ${where} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const introspection = JSON.stringify({
  query: '{ __schema { types { name description fields { name description args { name } type { name } } } } }',
});

const attacks: Record<string, Attack> = {
  none: () => lasting(untilOverMilliseconds),
  '400 unfinished forms of the console': (target) => {
    const headers = 'Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n';
    return sent(target, 400, head('/console/sign-in', `${headers}Content-Length: 2000000\r\n`), 'x'.repeat(1_048_000));
  },
  '400 unfinished bodies of /v3': (target) =>
    sent(target, 400, head(list, `${json}Content-Length: 1048576\r\n`), `{"a":"${'x'.repeat(1_048_000)}`),
  'bodies in chunks of a byte': (target) =>
    sent(
      target,
      8,
      head(list, `${json}Transfer-Encoding: chunked\r\n`),
      ...Array(20).fill('1\r\na\r\n'.repeat(50_000)),
    ),
  '2,000 bodies of 8,100 chunks of a byte': (target) =>
    sent(target, 2000, head(list, `${json}Transfer-Encoding: chunked\r\n`), '1\r\na\r\n'.repeat(8100)),
  'lists of lists beside a long number': (target) => sent(target, 20, post(list, lists('1'.repeat(20)))),
  'lists of lists beside half a character': (target) => sent(target, 20, post(list, lists('"\\ud800"'))),
  'half a million levels': (target) => sent(target, 20, post(list, `{"a":${'['.repeat(500_000)}`)),
  'objects of 90,000 names': (target) => sent(target, 20, post(list, object(90_000))),
  'forms of 200,000 names': (target) =>
    sent(target, 20, post(list, names(200_000).join('&').slice(0, 1_000_000), form)),
  'compressed bodies that grow a thousandfold': (target) =>
    sent(target, 20, post(list, gzipSync(Buffer.alloc(32 * 1024 ** 2)), `${json}Content-Encoding: gzip\r\n`)),
  '200 announced bodies of 32 MiB with wrong secrets': (target) => {
    const wrong = 'X-Client-Id: key_0123456789abcdef\r\nX-Client-Secret: wrong\r\nContent-Length: 33554432\r\n';
    return sent(target, 200, head('/v3/multiplesingleuse/create', json + wrong), 'x'.repeat(1_000_000));
  },
  '2,000 wrong secrets for the key of another': (target) => {
    const wrong = (turn: number) => `X-Client-Id: ${victim.keyId}\r\nX-Client-Secret: wrong-${turn}\r\n`;
    return repeated(target, 40, 50, (turn) => post(list, '{}', json + wrong(turn)));
  },
  'documents of 985 unknown fragments': (target) =>
    sent(target, 60, post('/graphql', JSON.stringify({ query: `{ ${names(985).map((name) => `...${name}`)} }` }))),
  '2,000 introspections that are never read': (target) => unread(target, 2000, post('/graphql', introspection)),
  '2,000 pages that are never read': (target) => unread(target, 2000, head(`/p/${coupon.code}`, '', 'GET')),
  '200 packets of requests, one for each connection': (target) =>
    unread(target, 200, head(`/p/${coupon.code}`, '', 'GET').repeat(1000)),
  '4,000 heads that never end': (target) =>
    sent(target, 4000, `GET / HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(1000)}`),
  '1,500 WebSockets that never authenticate': (target) => onSockets(target, 1500, null, Buffer.alloc(0)),
  'pings of GraphQL over a WebSocket': (target) => flood(target, message({ type: 'ping' }), 2000),
  'messages of 90,000 names over a WebSocket': (target) =>
    flood(target, frame(1, `{"type":"ping","payload":${object(90_000)}}`), 1),
  'messages with lists of lists over a WebSocket': (target) =>
    flood(target, message({ type: 'ping', payload: { a: Array(300_000).fill([]) } }), 1),
  'ends of unknown subscriptions': (target) => flood(target, message({ type: 'complete', id: 'a' }), 2000),
  'messages in fragments of a byte over a WebSocket': (target) =>
    flood(target, Buffer.concat([frame(1, 'a', false), ...Array(16_000).fill(frame(0, 'a', false))]), 1),
  'pings with credentials, whose answers are never read': (target) => flood(target, frame(9, randomBytes(120)), 500),
  'pages far from the beginning, with credentials': (target) =>
    repeated(target, 20, 10, () => post('/v3/couponsession/opens', '{"page":9990}', json + credentials(target.owner))),
  '40 lists of long texts that are never read': (target) =>
    unread(target, 40, post('/graphql', longTexts, json + credentials(target.owner))),
  '40 lists of coupons over REST that are never read': (target) =>
    unread(target, 40, post(list, '{}', json + credentials(target.owner))),
};
/** The response has 18 MB. */
const longTexts = JSON.stringify({
  query: '{ coupons(first: 100) { nodes { a: emailBody b: description c: terms } } }',
});
const form = 'Content-Type: application/x-www-form-urlencoded\r\n';

beforeAll(async () => {
  database = await emptyDatabaseUrl('sqlite', inject('serverUrl'));
  const server = await start();
  [victim, attacker] = [await newOwner('Victim'), await newOwner('Attacker')];
  const client = new Client(server.url, victim).unchecked();
  const { data } = await client.graphql('mutation { createCoupon(input: { name: "Rye", title: "Rye" }) { id code } }');
  coupon = data.createCoupon;
  const { body } = await client.rest('/v3/multiplesingleuse/create', { campaign: coupon.id, amount: 20_000 });
  sessions.push(...body.data.map((item: { single_use_code: string }) => item.single_use_code));
  await makeLongCoupons(new Client(server.url, attacker).unchecked());
  await server.program.stop();
});

/** Makes 100 coupons with the longest texts, in characters of three bytes. */
async function makeLongCoupons(client: Client): Promise<void> {
  const [emailBody, description] = ['券'.repeat(50_000), '券'.repeat(10_000)];
  const create = 'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }';
  for (let made = 0; made < 100; made += 1)
    await client.graphql(create, { input: { name: 'Rye', emailBody, description, terms: description } });
}

afterAll(() => {
  process.stdout.write(`| attack | p50, p99, slowest ms, MB |\n| --- | --- |\n${figures.join('\n')}\n`);
});

test('each row of the table has an attack, and each attack a row', () => {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const [, section = ''] = /## Figures of attacks\n(.*?)\n## /s.exec(text) ?? [];
  const rows = section.split('\n').filter((line) => /^\| (?!attack|-)/.test(line));

  expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(Object.keys(attacks));
});

test.each(Object.keys(attacks))('an account works beside %s', async (name) => {
  const server = await start();
  const client = new Client(server.url, victim);
  const witness = new Witness(client, coupon.id, sessions.splice(-700));
  onTestFinished(() => witness.close());
  await witness.during(lasting(500)); // the first calls compile what they need

  const attack = attacks[name]?.({ port: Number(new URL(server.url).port), owner: attacker });
  const { durations, refused } = await witness.during(attack ?? Promise.reject(new Error(name)));
  const { peakMemory } = server.program;
  figures.push(
    `| ${name} | ${[...[0.5, 0.99, 1].map((part) => quantile(durations, part)), peakMemory].map(Math.round).join(', ')} |`,
  );
  if (ATTACKED) return;

  expect(refused).toEqual([]);
  expect(quantile(durations, 1)).toBeLessThan(maxMilliseconds);
  expect(peakMemory).toBeLessThan(maxMegabytes);
});

function start(): Promise<RunningServer> {
  const env = { NODE_OPTIONS: '--max-old-space-size=512', RATE_LIMIT: '100000', WORKER: 'off' };
  return startServer(database, env, place('server.ts'));
}

async function newOwner(name: string): Promise<Owner> {
  const command = new Program(place('cli.ts'), ['account', 'create', '--name', name], { DATABASE_URL: database });
  const { output, errors } = await command.ended;
  const [, keyId = '', secret = ''] = /(key_\w+)\s+Secret\s+(\S+)/.exec(output) ?? [];
  expect(keyId, output + errors).not.toBe('');
  return { account: undefined as never, keyId, secret };
}

const credentials = ({ keyId, secret }: Owner) => `X-Client-Id: ${keyId}\r\nX-Client-Secret: ${secret}\r\n`;

/** Opens connections, which end with the test. */
async function opened({ port }: Target, amount: number): Promise<Socket[]> {
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await firstOf(socket, 'connect', 'close');
    return socket;
  };
  return Promise.all(Array.from({ length: amount }, open));
}

/** Waits for the first of some events. A connection that breaks ends the wait, too. */
async function firstOf(socket: Socket, ...events: string[]): Promise<void> {
  const waiting = new AbortController();
  const all = events.map((event) => once(socket, event, { signal: waiting.signal }));
  await Promise.race(all).catch(() => undefined);
  waiting.abort();
}

/** Sends the same on many connections, one after the other, and waits while the service deals with it. */
async function sent(target: Target, amount: number, ...parts: (string | Buffer)[]): Promise<void> {
  const all = await opened(target, amount);
  for (const part of parts)
    for (const socket of all) {
      socket.resume().write(part);
      await lasting(1);
    }
  await lasting(untilOverMilliseconds);
}

async function unread(target: Target, amount: number, part: string | Buffer): Promise<void> {
  for (const socket of await opened(target, amount)) {
    socket.pause().write(part);
    await lasting(1);
  }
  await lasting(untilOverMilliseconds);
}

/** Sends requests on each of several connections, each after the response to the one before. */
async function repeated(target: Target, amount: number, times: number, request: (turn: number) => Buffer) {
  const ask = async (socket: Socket, number: number) => {
    for (let turn = 0; turn < times && !socket.destroyed; turn += 1) {
      socket.resume().write(request(number * times + turn));
      await firstOf(socket, 'data', 'close');
    }
  };
  await Promise.all((await opened(target, amount)).map(ask));
}

/** Sends the same messages on an authenticated WebSocket for a few seconds, as fast as they are taken, and reads nothing. */
function flood(target: Target, part: Buffer, times: number): Promise<void> {
  return onSockets(target, 1, target.owner, Buffer.concat(Array(times).fill(part)));
}

async function onSockets(target: Target, amount: number, owner: Owner | null, packet: Buffer): Promise<void> {
  const headers = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
  const upgrade = [
    ...headers,
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
  ];
  const end = AbortSignal.timeout(2 * untilOverMilliseconds);
  const work = async (socket: Socket) => {
    socket.write(head('/graphql', `${upgrade.join('\r\n')}\r\n`, 'GET'));
    await firstOf(socket, 'data', 'close');
    if (owner) {
      socket.write(message({ type: 'connection_init', payload: clientHeaders(owner) }));
      await firstOf(socket, 'data', 'close');
    }
    socket.pause();
    end.addEventListener('abort', () => socket.destroy());
    while (packet.length > 0 && !socket.destroyed) if (!socket.write(packet)) await firstOf(socket, 'drain', 'close');
  };
  await Promise.all((await opened(target, amount)).map(work));
  await lasting(untilOverMilliseconds);
}

const clientHeaders = (owner: Owner) => ({ 'X-Client-Id': owner.keyId, 'X-Client-Secret': owner.secret });

const message = (content: object) => frame(1, JSON.stringify(content));

/** A frame of a client, with a mask of zeros. */
function frame(opcode: number, content: string | Buffer, isLast = true): Buffer {
  const data = Buffer.from(content);
  const size = data.length < 126 ? data.length : data.length < 2 ** 16 ? 126 : 127;
  const length = Buffer.alloc(size === 127 ? 8 : size === 126 ? 2 : 0);
  if (size === 127) length.writeBigUInt64BE(BigInt(data.length));
  if (size === 126) length.writeUInt16BE(data.length);
  return Buffer.concat([Buffer.from([(isLast ? 0x80 : 0) | opcode, 0x80 | size]), length, Buffer.alloc(4), data]);
}
