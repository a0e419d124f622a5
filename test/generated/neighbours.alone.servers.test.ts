import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Router } from 'express';
import { afterAll, test as anyTest, beforeAll, describe, expect, inject, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Services } from '../../src/api/context.ts';
import { type Operation, operations } from '../../src/api/operation.ts';
import { screens } from '../../src/console/screen-list.ts';
import { hooks } from '../../src/hooks/hook-list.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { twilioSignature } from '../../src/messaging/platform/twilio/twilio-hooks.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { addressOf } from '../console/screen-address.ts';
import { Client } from '../support/client.ts';
import { takeDatabase, timeoutOfTests } from '../support/database.ts';
import { appSecret, makeAccount, makeCoupon, makeIntegration } from '../support/make.ts';
import { makeCookie, makePerson } from '../support/make-people.ts';
import { type RunningServer, startServer } from '../support/processes.ts';
import { requestFor } from '../support/rest-request.ts';
import { ScriptedMailServer } from '../support/scripted-mail-server.ts';
import { MessageCentre } from '../support/smpp-server.ts';
import { quantile, Witness } from '../support/witness.ts';
import { documentFor, variablesFor } from './documents.ts';
import { addSessions, fill } from './heavy-account.ts';
import { heavyInputs, manyCalls } from './heavy-documents.ts';
import { beyondShare, heldIn, reportsShares, shares } from './held-shares.ts';
import { fieldsFor, fieldsOfThings, nameOf } from './row-attempts.ts';
import { inputOf, makeThings } from './things.ts';

/*
 * An account does whatever it can, each operation, row, screen and address in turn, as heavily as it may. It must hold no more
 * than its share, and another account, which claims and reads meanwhile, must hardly notice. New operations, rows and screens
 * fall under this by themselves. What is held is counted, so no machine is too busy to show that a limit is missing.
 */

/** What another account may notice: the slower of this and three times as long as alone. */
const maxMilliseconds = 250;
const maxSlowdown = 3;
const attackMilliseconds = 300;
/** More than any share, and three times as many as there are connections for reads. */
const callersAtOnce = 24;
const maxGrowth = 1.15;

const asJson = { 'Content-Type': 'application/json' };

/** So many points a second that none of these attacks uses them up: what it may do then is bounded by turns alone. */
const maxPoints = '100000';

/** Routers do not use the services before they receive a request. */
const unused = { database: {} } as Services;

const isServer = inject('engine') !== 'sqlite';
const test = anyTest.skipIf(!isServer);

/** Repeats calls until it shall stop. */
type Attack = (stopping: AbortSignal) => Promise<void>;

let database: Database;
let server: RunningServer;
let attacker: Client;
let things: Awaited<ReturnType<typeof makeThings>>;
let cookie: string;
let witness: Witness;
let twilio: { id: string; authToken: string };
let centre: MessageCentre;
let pass: { id: string; issuer: string; token: string };
/** What the service said when it ended, which it should not. */
let lastWords: string | null = null;
/** The addresses of the service in its answers, by their kind. */
const addresses = new Map<string, string>();

beforeAll(async () => {
  if (!isServer) return;
  const url = await takeDatabase(inject('engine'), inject('serverUrl'));
  database = await openDatabase(url, model, timeoutOfTests);
  const owner = await makeAccount(database);
  things = await makeThings(database, owner);
  await fill(database, owner, things);
  const other = await makeAccount(database);
  const coupon = await makeCoupon(database, other);
  const sessions = await addSessions(database, other, coupon.id, 20_000);
  const person = await makePerson(database, owner, { role: 'OWNER' });
  cookie = await makeCookie(database, person);
  await connectPlatforms();
  server = await startServer(url, {
    APP_SECRET: appSecret,
    RATE_LIMIT: maxPoints,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    NODE_OPTIONS: `--max-old-space-size=320 ${reportsShares}`,
  });
  void server.program.ended.then(({ code, signal, errors }) => {
    lastWords = `${code} ${signal} ${errors}`;
  });
  attacker = new Client(server.url, owner).unchecked();
  witness = new Witness(new Client(server.url, other), coupon.id, sessions);
  await witness.during(lasting(AbortSignal.timeout(1000))); // the first calls compile what they need
  await heldIn(server.program); // the start of the service counts for nobody
});

/** The attacker has platforms that report to the service, each for another account, and a pass on a phone. */
async function connectPlatforms(): Promise<void> {
  const authToken = 'a'.repeat(32);
  const settings = {
    accountSid: `AC${'a'.repeat(32)}`,
    authToken,
    from: '+4930123456',
    baseUrl: 'https://api.twilio.com',
    messagingServiceSid: null,
  };
  const ofTwilio = { channel: 'SMS', provider: 'TWILIO', settings } as const;
  twilio = { id: (await makeIntegration(database, await makeAccount(database), ofTwilio)).id, authToken };
  centre = await MessageCentre.start();
  const ofCentre = { channel: 'SMS', provider: 'SMPP', settings: centre.settings } as const;
  await makeIntegration(database, await makeAccount(database), ofCentre);
  const [first] = await database.rows<typeof pass>(
    "SELECT p.id AS id, p.issuer AS issuer, p.token AS token FROM wallet_passes p WHERE p.platform = 'APPLE' LIMIT 1",
  );
  pass = first as typeof pass;
}

afterAll(async () => {
  await witness?.close();
  await centre?.stop();
  await server?.program.stop();
  await database?.close();
});

const all = [...operations.values()];

describe('an account that asks for more than its share holds no more', () => {
  test('connections that read', () =>
    held('reading', async () => {
      const sessions = required('couponSessions');
      const request = await accepted(sessions, heavyInputs(sessions, inputOf(sessions, things)), 1);
      return repeated([(stopping) => ask('/graphql', request, stopping)]);
    }));

  test('connections that change something', () =>
    held('writing', () => {
      const update = required('updateCoupon');
      const request = manyCalls(update, [inputOf(update, things)], 1, 1);
      return repeated([(stopping) => ask('/graphql', request, stopping)]);
    }));

  test('subscriptions that read what has happened', () => held('replays', () => following(required('webhookEvents'))));

  test('files that are sent', () =>
    held('downloads', async () => {
      const input = { type: 'SESSIONS', format: 'CSV' };
      const answer = await ask('/graphql', manyCalls(required('createExport'), [input], 1, 1));
      const path = new URL(JSON.parse(answer).data.r0.url).pathname;
      return repeated([(stopping) => open(path, {}, stopping)]);
    }));

  test('bodies without credentials, of which most are refused', async () => {
    const size = 1024 ** 2;
    const sent = Array.from({ length: callersAtOnce }, () => {
      const body = httpRequest(`${server.url}/v3/coupon/list`, {
        method: 'POST',
        agent: false,
        headers: { ...asJson, 'Content-Length': size },
      });
      onTestFinished(() => void body.destroy());
      return body;
    });
    const refused: (number | undefined)[] = [];
    for (const body of sent) {
      body.on('error', () => undefined).on('response', ({ statusCode }) => refused.push(statusCode));
      body.write(`{"a":"${'x'.repeat(size - 7)}`);
    }

    const unfinished = 8;
    await expect.poll(() => refused.length, { timeout: 30_000 }).toBe(callersAtOnce - unfinished);
    expect(new Set(refused)).toEqual(new Set([429]));
  });

  test('points, of which a bulk call costs one for each 100 rows', async () => {
    const amount = 5000;
    const { query, variables } = manyCalls(required('createSingleUseUrls'), [{ coupon: things.coupon, amount }], 1, 1);
    const cost = async () => {
      const before = await pointsLeft();
      expect((await attacker.graphql(query, variables)).codes).toEqual([]);
      return before - (await pointsLeft());
    };

    // The account may get new points in between.
    await expect.poll(cost, { timeout: 30_000 }).toBeGreaterThanOrEqual(amount / 100);
  });
});

/** Expects that the attack makes the attacker hold its whole share, and no more. */
async function held(share: string, prepare: () => Attack | Promise<Attack>): Promise<void> {
  const attack = await prepare();
  let max = 0;
  for (let attempt = 0; attempt < 6 && max < (shares[share] ?? 0); attempt += 1) {
    // A busy machine needs longer until all of it is held.
    await experienced(attack, attackMilliseconds * 2 ** attempt);
    max = (await heldIn(server.program)).max[share]?.[attacker.owner.account.id] ?? 0;
  }
  expect(max).toBe(shares[share]);
}

function required(name: string): Operation {
  const operation = operations.get(name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  return operation;
}

async function pointsLeft(): Promise<number> {
  const { headers } = await attacker.graphql('{ viewer { keyId } }');
  return Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
}

describe('an operation that is called as heavily as possible slows nobody else', () => {
  test.each(all.filter(({ kind }) => kind === 'query'))('$name', (operation) =>
    unnoticed(async () => {
      const inputs = heavyInputs(operation, inputOf(operation, things));
      const narrow = await accepted(operation, inputs, 1);
      const wide = await accepted(operation, inputs, 3);
      return repeated([narrow, wide].map((request) => (stopping) => ask('/graphql', request, stopping)));
    }),
  );

  test.each(all.filter(({ kind }) => kind === 'subscription'))('$name', (operation) =>
    unnoticed(() => following(operation)),
  );

  test.each(all.filter(({ kind }) => kind === 'mutation'))('$name', (operation) =>
    unnoticed(async () => {
      const input = inputOf(operation, things);
      const request = manyCalls(operation, [input], isBulk(operation) ? 1 : 10, 1);
      return repeated([(stopping) => ask('/graphql', request, stopping)]);
    }),
  );
});

describe('a row that is called as heavily as possible slows nobody else', () => {
  test.each(rows.map((row) => ({ name: nameOf(row), row })))('$name', ({ row }) =>
    unnoticed(async () => {
      const fields = fieldsOfThings(row, things);
      const far = 'page' in fieldsFor(row, fields) ? { page: 9990 } : {};
      const wide = 'keyword' in fieldsFor(row, fields) ? { keyword: 'a' } : {};
      return repeated(
        [fields, { ...fields, ...far, ...wide }].map((given) => (stopping) => call(row, given, stopping)),
      );
    }),
  );
});

describe('a screen that is opened as often as possible slows nobody else', () => {
  test.each(screens.map((screen) => ({ path: screen.path, screen })))('$path', ({ screen }) =>
    unnoticed(async () => {
      const address = addressOf(screen, things);
      const found = ['', '?page=9990', '?q=a', '?keyword=a&state=LOCKED'];
      return repeated(found.map((query) => (stopping) => open(address + query, { Cookie: cookie }, stopping)));
    }),
  );
});

describe('a hook that receives as much as it takes slows nobody else', () => {
  test.each(hooks.flatMap((hook) => routesOf(hook(unused))))('$method $path', ({ method, path }) =>
    unnoticed(() => {
      const hook = path.replace(/:(\w+)/g, (_, name) => valuesOfHooks()[name] ?? name);
      const logs = Array.from({ length: 2000 }, () => 'a log that says little');
      const report = JSON.stringify({ logs, pushToken: 'ab' });
      const reply = new URLSearchParams({ From: '+491701234567', Body: 'STOP', Padding: 'a'.repeat(60_000) });
      const signature = twilioSignature(twilio.authToken, server.url + hook, reply);
      return repeated(
        method === 'GET'
          ? [(signal) => open(hook, passOnPhone(), signal)]
          : [
              (signal) => send(hook, { method, body: report, headers: { ...passOnPhone(), ...asJson }, signal }),
              (signal) =>
                send(hook, {
                  ...{ method, body: String(reply), signal },
                  headers: { 'X-Twilio-Signature': signature, 'Content-Type': 'application/x-www-form-urlencoded' },
                }),
            ],
      );
    }),
  );

  test('a message center', () =>
    unnoticed(async () => {
      await expect.poll(() => centre.boundSessions, { timeout: 30_000 }).toBeGreaterThan(0);
      return async (stopping) => {
        for (let number = 491_700_000_000; !stopping.aborted; ) {
          for (let more = 0; more < 50; more += 1, number += 1) centre.reply(`${number}`, 'STOP');
          centre.deliver({ esm_class: 4, short_message: `id:${number} stat:DELIVRD ${'a'.repeat(200)}` });
          await nextIteration();
        }
      };
    }));
});

describe('what is begun and never finished slows nobody else', () => {
  test.each(['pages', 'lists', 'refusals'] as const)('pipelined requests for %s that nobody reads', (kind) =>
    unnoticed(async () => {
      const sessions = required('couponSessions');
      const page = await accepted(sessions, heavyInputs(sessions, inputOf(sessions, things)), 1);
      const users = `/v4/loyalty/loyalty-cards/${things.loyaltyCard}/stats`;
      const wrong = Array.from({ length: 1000 }, () => ({ email: 'x', zip: 'x'.repeat(99), phone: 'x', city: {} }));
      const requests = {
        pages: () => rawRequest('POST', '/graphql', page),
        lists: () => rawRequest('GET', users),
        refusals: () => rawRequest('POST', `${users}/bulk`, wrong),
      };
      return unread(requests[kind]());
    }),
  );

  test('mails to a server that never accepts the end of one', () =>
    unnoticed(async () => {
      const held = await ScriptedMailServer.startForTest({ script: { END: '' }, pipelining: true });
      const owner = await makeAccount(database);
      const secured = { host: '127.0.0.1', port: held.port, security: 'NONE', username: null, password: null };
      const settings = { from: 'mail@bakery.example', ...secured };
      await makeIntegration(database, owner, { provider: 'SMTP', settings } as never);
      const coupon = await makeCoupon(database, owner);
      const sender = new Client(server.url, owner).unchecked();
      let number = 0;
      const attack = repeated([
        (signal) => {
          number += 1;
          const body = JSON.stringify({ campaign: coupon.id, email: `ada${number}@example.com` });
          return send('/v3/send/email', { method: 'POST', body, headers: sender.headers, signal });
        },
      ]);
      await attack(AbortSignal.timeout(attackMilliseconds));
      await expect.poll(() => held.connections, { timeout: 30_000 }).toBeGreaterThan(0);
      return attack;
    }));
});

test('an address of an answer that is opened as often as possible slows nobody else', async () => {
  expect([...addresses.keys()]).toEqual(expect.arrayContaining(['/exports', '/p', '/l', '/d']));
  await openAddresses();
});

// The heap has a limit, beyond which the process ends. What libraries take beside it, for pictures and passes, must not grow.
test('attacks that are repeated take no more memory', async () => {
  await openAddresses();
  const before = server.program.memory;

  await openAddresses();
  await openAddresses();

  expect(server.program.memory).toBeLessThan(before * maxGrowth);
});

async function openAddresses(): Promise<void> {
  for (const address of addresses.values())
    await unnoticed(() => repeated([(stopping) => open(address, {}, stopping)]));
}

/** Expects that nobody holds more than a share, and that the other account hardly notices the attack. */
async function unnoticed(prepare: () => Attack | Promise<Attack>): Promise<void> {
  expect(lastWords, 'the process has ended').toBeNull();
  const attack = await prepare();
  const attacked = await experienced(attack);
  expect(beyondShare(await heldIn(server.program))).toEqual([]);
  if (quantile(attacked, 0.99) > maxMilliseconds) await compare(attack);
}

/** With and without the attack in turns, so that the rest of the machine delays both alike. */
async function compare(attack: Attack): Promise<void> {
  const alone: number[] = [];
  const attacked: number[] = [];
  let slowdown = 0;
  let longestTurn = 0;
  for (let round = 1; round <= 8; round += 1) {
    await settled();
    alone.push(...(await experienced(lasting)));
    attacked.push(...(await experienced(attack)));
    const allowed = Math.max(maxMilliseconds, maxSlowdown * quantile(alone, 0.9));
    longestTurn = Math.max(longestTurn, (await heldIn(server.program)).longestTurn);
    slowdown = quantile(attacked, 0.9) / quantile(alone, 0.9);
    if (round >= 3 && quantile(attacked, 0.9) <= allowed) return;
  }
  const [one, other] = [alone, attacked].map((durations) => Math.round(quantile(durations, 0.9)));
  expect(slowdown, `${other} ms, and ${one} ms alone; the longest turn took ${longestTurn} ms`).toBeLessThanOrEqual(
    maxSlowdown,
  );
}

async function experienced(attack: Attack, milliseconds = attackMilliseconds): Promise<number[]> {
  const { durations, refused } = await witness.during(attack(AbortSignal.timeout(milliseconds)));
  expect(refused).toEqual([]);
  return durations;
}

/** Waits until the service has finished what the attacker began. */
async function settled(): Promise<void> {
  const isBusy = async () => {
    const { now } = await heldIn(server.program);
    return Object.values(now).some((amounts) => attacker.owner.account.id in amounts);
  };
  await expect.poll(async () => (await isBusy()) || (await isBusy()), { timeout: 30_000 }).toBe(false);
}

const lasting: Attack = async (stopping) => {
  if (!stopping.aborted) await once(stopping, 'abort');
};

/** Repeats calls on several connections until the attack ends. */
function repeated(calls: readonly ((stopping: AbortSignal) => Promise<unknown>)[]): Attack {
  return async (stopping) => {
    const caller = async (_: unknown, number: number) => {
      for (let turn = number; !stopping.aborted; turn += 1)
        await calls[turn % calls.length]?.(stopping).catch(() => undefined);
    };
    await Promise.all(Array.from({ length: callersAtOnce }, caller));
  };
}

/** As many requests as a connection may have without a response. */
const requestsOfPipeline = 5;

/** Pipelines a request over several connections, and reads nothing until the attack ends. */
function unread(request: string): Attack {
  return async (stopping) => {
    const { hostname, port } = new URL(server.url);
    const sockets = Array.from({ length: callersAtOnce }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(request.repeat(requestsOfPipeline));
      return socket;
    });
    await lasting(stopping);
    for (const socket of sockets) socket.destroy();
  };
}

function rawRequest(method: string, path: string, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = { Host: 'localhost', ...asJson, 'Content-Length': Buffer.byteLength(text), ...attacker.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`;
}

/** Returns the request with the most calls that the limit of documents lets through. */
async function accepted(operation: Operation, inputs: readonly Record<string, unknown>[], depth: number) {
  for (const times of [40, 20, 10, 5, 2]) {
    const request = manyCalls(operation, inputs, times, depth);
    const text = await ask('/graphql', request);
    if (!/would cost|Syntax Error/.test(text)) return request;
  }
  return manyCalls(operation, inputs, 1, depth);
}

async function ask(path: string, body: object, signal?: AbortSignal): Promise<string> {
  return send(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: attacker.headers,
    ...(signal && { signal }),
  });
}

function call(row: (typeof rows)[number], given: object, signal: AbortSignal): Promise<string> {
  const { method, path, fields } = requestFor(row, given);
  return send(path, { method, signal, headers: attacker.headers, ...(fields && { body: JSON.stringify(fields) }) });
}

function open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<string> {
  return send(path, { method: 'GET', headers, signal });
}

async function send(path: string, { headers, ...init }: RequestInit): Promise<string> {
  const answer = await fetch(server.url + path, {
    ...init,
    redirect: 'manual',
    headers: { ...(init.body != null && asJson), ...(headers as Record<string, string>) },
  });
  const text = await answer.text();
  for (const [, path = ''] of text.matchAll(new RegExp(`${server.url}(/[^"\\\\\\s<)]+)`, 'g')))
    addresses.set(path.replace(/^(\/[^/?]+).*$/, '$1'), path);
  return text;
}

/** Returns the routes of a router. */
function routesOf({ stack }: Router): { method: string; path: string }[] {
  return stack.flatMap(({ route }) => {
    if (!route) return [];
    const methods = new Set(route.stack.map(({ method }) => method?.toUpperCase() ?? 'POST'));
    return [route.path].flat().flatMap((path) => [...methods].map((method) => ({ method, path: String(path) })));
  });
}

/** The values of the parameters in the paths of hooks. */
function valuesOfHooks(): Record<string, string> {
  return { id: twilio.id, libraryId: 'a'.repeat(32), passType: pass.issuer, serial: pass.id };
}

function passOnPhone(): Record<string, string> {
  return { Authorization: `ApplePass ${pass.token}` };
}

function isBulk({ name }: Operation): boolean {
  return /Batch|SingleUse|Job|import|sendTo|Push|Print|Users$/.test(name);
}

/** Follows from the beginning of the log, over as many sockets and with as many subscriptions as an account may. */
async function following(operation: Operation): Promise<Attack> {
  const shape = operation.input.shape;
  const input = { ...inputOf(operation, things), ...('after' in shape && { after: '0' }) };
  const sockets = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: attacker.headers }));
      await once(socket, 'message');
      socket.on('message', () => undefined);
      onTestFinished(() => socket.terminate());
      return socket;
    }),
  );
  const payload = { query: documentFor(operation), variables: variablesFor(operation, input) };
  return async (stopping) => {
    for (const socket of sockets)
      for (let id = 0; id < 45; id += 1) socket.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload }));
    await lasting(stopping);
    for (const socket of sockets)
      for (let id = 0; id < 45; id += 1) socket.send(JSON.stringify({ id: `${id}`, type: 'complete' }));
  };
}
