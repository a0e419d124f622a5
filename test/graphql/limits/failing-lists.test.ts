import { setImmediate } from 'node:timers/promises';
import type { GraphQLResolveInfo } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { expect, onTestFinished, test } from 'vitest';
import { RequestBudget } from '../../../src/graphql/limits/request-budget.ts';

const typeDefs = 'type Query { items: [Item!]! } type Item { first: Int! second: Int! }';

/** Executes a query for a long list whose items have these fields, and returns the errors that nobody has handled. */
async function unhandledWith(Item: Record<'first' | 'second', (item: number) => unknown>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const items = Array.from({ length: 30 }, (_, index) => index);
  const list = (_: unknown, __: unknown, ___: unknown, info: GraphQLResolveInfo) =>
    new RequestBudget().take(items, info);
  const yoga = createYoga({
    schema: createSchema({ typeDefs, resolvers: { Query: { items: list }, Item } }),
    logging: false,
  });
  const answer = await yoga.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ items { first second } }' }),
  });
  expect(await answer.json()).toMatchObject({ errors: [expect.anything()] });
  await setImmediate();
  return unhandled;
}

const fails = () => Promise.reject(new Error('no'));

test('an item that fails while others wait for their turn ends nothing but its request', async () => {
  const takesLong = () => {
    const end = performance.now() + 12;
    while (performance.now() < end);
    return 1;
  };

  expect(await unhandledWith({ first: (item) => (item === 0 ? fails() : 1), second: takesLong })).toEqual([]);
});

test('items that fail at once and later end nothing but their request', async () => {
  const throws = () => {
    throw new Error('no');
  };
  const failsLater = () => setImmediate().then(fails);

  expect(
    await unhandledWith({
      first: (item) => (item === 0 ? failsLater() : 1),
      second: (item) => (item === 9 ? throws() : 1),
    }),
  ).toEqual([]);
});
