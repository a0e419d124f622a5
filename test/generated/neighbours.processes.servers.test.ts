import { once } from 'node:events';
import { afterAll, test as anyTest, beforeAll, describe, expect, inject, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { screens } from '../../src/doors/console/screen-list.ts';
import { rows } from '../../src/doors/rest/documented-paths.ts';
import { type Operation, operations } from '../../src/kernel/api/operation.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { appleWalletPath, googleCallbackPath, platformHookPath } from '../../src/kernel/values/links.ts';
import { model } from '../../src/main/registries/tables.ts';
import { addressOf } from '../doors/console/screen-address.ts';
import { Client } from '../support/client.ts';
import { patienceOfTests, takeDatabase } from '../support/database.ts';
import { makeAccount, makeCoupon } from '../support/make.ts';
import { makeCookie, makePerson } from '../support/make-people.ts';
import { type RunningServer, startServer } from '../support/processes.ts';
import { requestFor } from '../support/rest-request.ts';
import { Witness } from '../support/witness.ts';
import { documentFor, variablesFor } from './documents.ts';
import { addSessions, fill } from './heavy-account.ts';
import { heavyInputs, manyCalls } from './heavy-documents.ts';
import { fieldsFor, fieldsOfThings, nameOf } from './row-attempts.ts';
import { inputOf, makeThings } from './things.ts';

/*
 * An account does whatever it can, each operation, row, screen and address in turn, as heavily as it may. Another account
 * claims and reads meanwhile, and must hardly notice. New operations, rows and screens fall under this by themselves.
 */

/** What another account may notice: the slower of this and three times as long as alone. */
const mostMilliseconds = 250;
/** How long each attack lasts, and how often one is repeated that was noticed: a busy machine is no fault of the service. */
const attackMilliseconds = 300;
const attempts = 4;
const callersAtOnce = 4;
const mostMegabytes = 600;

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
/** What the service said when it ended, which it should not. */
let lastWords: string | null = null;
/** The addresses of the service in its answers, by their kind. */
const addresses = new Map<string, string>();

beforeAll(async () => {
  if (!isServer) return;
  const url = await takeDatabase(inject('engine'), inject('serverUrl'));
  database = await openDatabase(url, model, patienceOfTests);
  const owner = await makeAccount(database);
  things = await makeThings(database, owner);
  await fill(database, owner, things);
  const other = await makeAccount(database);
  const coupon = await makeCoupon(database, other);
  const sessions = await addSessions(database, other, coupon.id, 20_000);
  const person = await makePerson(database, owner, { role: 'OWNER' });
  cookie = await makeCookie(database, person);
  server = await startServer(url, { NODE_OPTIONS: '--max-old-space-size=512' });
  void server.program.ended.then(({ code, signal, errors }) => {
    lastWords = `${code} ${signal} ${errors}`;
  });
  attacker = new Client(server.url, owner).unchecked();
  witness = new Witness(new Client(server.url, other), coupon.id, sessions);
  await witness.during(lasting(1000)); // the first calls compile what they need
});

afterAll(async () => {
  await server?.program.stop();
  await database?.close();
});

const all = [...operations.values()];

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

test('a hook that receives as much as it takes slows nobody else', async () => {
  const { integration, loyaltyUser } = things;
  const device = `${appleWalletPath}/v1/devices/${'a'.repeat(32)}/registrations/pass.example/${loyaltyUser}`;
  const hooks = [
    platformHookPath('twilio', integration, 'status'),
    platformHookPath('twilio', integration, 'inbound'),
    googleCallbackPath(integration),
    `${appleWalletPath}/v1/log`,
    device,
  ];
  const body = JSON.stringify({ logs: Array.from({ length: 5000 }, () => 'a log that says little') });
  for (const hook of hooks)
    await unnoticed(() => repeated([(signal) => send(hook, { method: 'POST', body, headers: {}, signal })]));
});

test('an address of an answer that is opened as often as possible slows nobody else', async () => {
  expect([...addresses.keys()]).toEqual(expect.arrayContaining(['/exports', '/p', '/l', '/d']));
  for (const address of addresses.values())
    await unnoticed(() => repeated([(stopping) => open(address, {}, stopping)]));
});

test('the process has kept its memory', () => {
  expect(server.program.memory).toBeLessThan(mostMegabytes);
});

/** Expects that the other account hardly notices the attack. */
async function unnoticed(prepare: () => Attack | Promise<Attack>): Promise<void> {
  expect(lastWords, 'the process has ended').toBeNull();
  const attack = await prepare();
  const noticed: string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { p99, refused } = await witness.during(attack(AbortSignal.timeout(attackMilliseconds)));
    expect(refused).toEqual([]);
    if (p99 <= mostMilliseconds) return;
    const alone = await witness.during(lasting(attackMilliseconds));
    if (p99 <= 3 * alone.p99) return;
    noticed.push(`${p99} ms, and ${alone.p99} ms alone`);
  }
  expect(noticed).toEqual([]);
}

function lasting(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

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
    headers: {
      ...(headers as Record<string, string>),
      ...(init.body != null && { 'Content-Type': 'application/json' }),
    },
  });
  const text = await answer.text();
  for (const [, path = ''] of text.matchAll(new RegExp(`${server.url}(/[^"\\\\\\s<)]+)`, 'g')))
    addresses.set(path.replace(/^(\/[^/?]+).*$/, '$1'), path);
  return text;
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
    if (!stopping.aborted) await once(stopping, 'abort');
    for (const socket of sockets)
      for (let id = 0; id < 45; id += 1) socket.send(JSON.stringify({ id: `${id}`, type: 'complete' }));
  };
}
