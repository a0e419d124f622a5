import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { twilioSignature } from '../../src/messaging/platform/twilio/twilio-hooks.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { platformHookPath } from '../../src/vocabulary/links.ts';
import { callOperation, callRow, post } from '../generated/answers.ts';
import { attacked } from '../generated/attempts.ts';
import { documentFor } from '../generated/documents.ts';
import { fieldsOfThings } from '../generated/row-attempts.ts';
import { inputOf } from '../generated/things.ts';
import { World } from '../generated/worlds.ts';
import { hostile, pathsOf, withValue } from '../support/arbitraries.ts';
import { isInPath, onTheWire } from '../support/rest-request.ts';
import { longestStall, type Target } from './target.ts';
import { anyText, repetitive } from './texts.ts';
import { authToken, type WatchedServer } from './watched-server.ts';

/** Attempts in the same world: many of them remove something. */
const attemptsInWorld = 100;

/** What arrives at a server by HTTP. A server process of its own answers, and reports its stalls. */
export function serverTargets(server: () => WatchedServer): Target[] {
  return [
    target(server, 'GraphQL documents', fc.oneof(tokens, broken), async ({ client }, query) => {
      await post(client, '/graphql', JSON.stringify({ query }));
    }),
    target(server, 'variables', variables, async ({ client, things }, { operation, values }) => {
      const valid = inputOf(operation, things);
      const input = values.reduce((result, [path, value]) => withValue(result, path, value), valid);
      await callOperation(client, operation, input);
    }),
    target(server, 'fields of REST', fieldsOfRest, async ({ client, things }, { row, values }) => {
      const others = values.filter(([name, value]) => !isInPath(row.path, name) && isSendable(row, value));
      await callRow(client, row, { ...fieldsOfThings(row, things), ...Object.fromEntries(others) });
    }),
    target(server, 'CSV files', csv, async ({ client, things }, body) => {
      const url = `${client.url}/imports/coupon-codes?coupon=${things.coupon}`;
      const response = await fetch(url, { method: 'POST', headers: client.headers, body });
      await response.text();
      expect(response.status).toBeLessThan(500);
    }),
    target(server, 'signatures', signed, async ({ client }, { path, body, isSigned, signature }) => {
      const url = client.url + platformHookPath('twilio', server().integration, path);
      const right = twilioSignature(authToken, url, new URLSearchParams(body));
      const headers = { 'X-Twilio-Signature': isSigned ? right : signature };
      const response = await fetch(url, { method: 'POST', headers, body });
      await response.text();
      expect(response.status).toBeLessThan(500);
    }),
  ];
}

function target<Value>(
  server: () => WatchedServer,
  name: string,
  values: fc.Arbitrary<Value>,
  attempt: (world: World, value: Value) => Promise<void>,
): Target {
  return {
    name,
    run: async (check) => {
      let world = await World.make(server().app);
      let attempts = 0;
      await check(values, async (value) => {
        attempts += 1;
        if (attempts % attemptsInWorld === 0) world = await World.make(server().app);
        await attempt(world, value);
        // A server that has stalled says so before it answers the next request.
        await fetch(`${world.client.url}/healthz`);
        await turn();
        expect(server().longestStall(), 'milliseconds of processor time').toBeLessThan(longestStall);
      });
    },
  };
}

const tokens = repetitive(
  [
    ...[
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      ':',
      ',',
      '!',
      '=',
      '|',
      '&',
      '$',
      '@',
      '...',
      '"',
      '"""',
      '#',
      '\n',
      '\\',
      '\\u',
    ],
    ...['query', 'mutation', 'subscription', 'fragment', 'on', 'Query', 'viewer', 'keyId', 'coupons', 'nodes', 'id'],
    ...['{viewer{keyId}}', '{coupons(first:1){nodes{id}}}', '__schema', '__typename', 'a:', '$a:Int', '1', 'e9'],
    ...['@include(if:true)', 'fragment F on Query{...F}', '...F', '{__schema{types{fields{type{', '\ufeff'],
  ],
  100_000,
);

const operation = fc.constantFrom(...attacked.filter(({ kind }) => kind !== 'subscription'));

/** Documents that are right but for a piece. */
const broken = fc
  .tuple(
    operation.map(documentFor),
    fc.double({ min: 0, max: 1, noNaN: true }),
    tokens.map((text) => text.slice(0, 50)),
  )
  .map(([document, place, piece]) => {
    const at = Math.floor(place * document.length);
    return document.slice(0, at) + piece + document.slice(at + 1);
  });

const value = fc.oneof(hostile, anyText);

const variables = operation.chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    values: fc.array(fc.tuple(fc.constantFrom(...pathsOf(operation.input)), value), { minLength: 1, maxLength: 4 }),
  }),
);

const withFields = rows.filter(({ fields }) => Object.keys(fields).length > 0);

const fieldsOfRest = fc.constantFrom(...withFields).chain((row) =>
  fc.record({
    row: fc.constant(row),
    values: fc.array(fc.tuple(fc.constantFrom(...Object.keys(row.fields)), value), { minLength: 1, maxLength: 4 }),
  }),
);

/** What stands in an address must fit into one. */
function isSendable({ method }: { method?: string }, value: unknown): boolean {
  return method !== 'GET' || encodeURIComponent(onTheWire(value).toWellFormed()).length < 1500;
}

const csv = repetitive(['a', ',', ';', '"', '""', '\n', '\r\n', '\r', '\t', 'CODE-1', '\ufeff', '\0', ' '], 200_000);

const signed = fc.record({
  path: fc.constantFrom('status', 'inbound'),
  body: repetitive(
    ['MessageSid=', 'MessageStatus=', 'delivered', 'From=', 'Body=', 'STOP', '&', '=', '%', '+'],
    60_000,
  ),
  isSigned: fc.boolean(),
  signature: fc.string({ maxLength: 100, unit: 'grapheme-ascii' }).map((text) => text.trim()),
});
