import { expect, test } from 'vitest';
import { operations } from '../../src/api/operation.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { useApp } from '../support/app.ts';
import { makeCoupon } from '../support/make.ts';
import { type Answer, callOperation, callRow, inParallel } from './answers.ts';
import { headerTexts, send } from './headers.ts';
import { choosing, nameOf, validFields } from './row-attempts.ts';
import { inputOf, words } from './things.ts';
import { callInUsedWorld, useWorlds, type World } from './worlds.ts';

const app = useApp();
const untouchedWorld = useWorlds(app);

type Call = (world: World, idempotencyKey: string) => Promise<Answer>;

const writes = [
  ...[...operations.values()]
    .filter(({ kind }) => kind === 'mutation')
    .map((operation): { name: string; call: Call } => ({
      name: operation.name,
      call: ({ client, things }, idempotencyKey) =>
        callOperation(client, operation, inputOf(operation, things), { 'Idempotency-Key': idempotencyKey }),
    })),
  ...rows.flatMap((row) =>
    Object.entries(row.calls)
      .filter(([, { operation }]) => operation.kind === 'mutation')
      .map(([choice]): { name: string; call: Call } => ({
        name: `${nameOf(row)} ${choice}`,
        call: ({ client, things }, idempotencyKey) => {
          const fields = validFields(row, [...words, ...Object.values(things)], choosing(row, choice));
          return callRow(client, row, fields, { 'Idempotency-Key': idempotencyKey });
        },
      })),
  ),
];
let used: World | undefined;

test.each(writes)(
  '$name, repeated with the same key, returns the same response and changes nothing',
  async ({ name, call }) => {
    used ??= await untouchedWorld();

    const { world, ...first } = await callInUsedWorld(used, untouchedWorld, (world) => call(world, name));
    used = world;
    const stored = await world.stored();
    const second = await call(world, name);

    expect({ status: second.status, body: settled(second.body) }).toEqual({
      status: first.status,
      body: settled(first.body),
    });
    expect(second.headers.get('idempotent-replayed')).toBe(first.failed ? null : 'true');
    expect(await world.stored()).toBe(stored);
  },
);

/** What a response shows as it is at the moment: totals, the request that a delivery would send, and clocks. */
const momentary = new Set(['totals', 'request', 'clock']);

function settled(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (key, value) => (momentary.has(key) ? undefined : value)) ?? 'null');
}

test('the service refuses a hostile key or compares it exactly', async () => {
  const client = await app.client();
  const { id: coupon } = await makeCoupon(app.database, client.owner);
  const create = (key: string) =>
    send(
      `${app.url}/v3/singleuse/create`,
      { ...client.headers, 'Idempotency-Key': key },
      JSON.stringify({ campaign: coupon }),
    );

  const first = await inParallel(headerTexts, create);
  const second = await inParallel(headerTexts, create);

  expect(second.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  const codes = first.filter(({ failed }) => !failed).map(({ body }) => body.single_use_code);
  expect(codes.length).toBeGreaterThan(10);
  expect(new Set(codes).size, 'no key is taken for another').toBe(codes.length);
});
