import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/kernel/api/operation.ts';
import { useApp } from '../support/app.ts';
import { hostile, pathsOf, runs, schemaAt, seed, toJson, validInput, withValue } from '../support/arbitraries.ts';
import type { Client } from '../support/client.ts';
import { type Answer, inParallel, post, valuesNamed } from './answers.ts';
import { acceptedTexts, attacked, attemptsOn } from './attempts.ts';
import { accepts, documentFor, variablesFor } from './documents.ts';
import { lastEventNumber, lastEventOf, storedFor } from './stored.ts';
import { makeThings, words } from './things.ts';

const app = useApp();

describe.each(attacked)('$name', (operation) => {
  const paths = pathsOf(operation.input);

  test('refuses hostile values of any field, and changes nothing', async () => {
    const client = await app.client();
    const attempts = attemptsOn(operation, await inputOfThings(client, operation)).filter(
      ({ input }) => !accepts(operation, input),
    );
    const before = await storedFor(app.database, client.owner.account.id);

    const answers = await inParallel(attempts, ({ input }) => call(client, operation, input));

    const accepted = attempts.filter((_, index) => !answers[index]?.failed);
    expect(accepted.map(({ input }) => toJson(input).slice(0, 300))).toEqual([]);
    expect(await storedFor(app.database, client.owner.account.id)).toBe(before);
  });

  test('survives hostile values that it accepts, and when it fails all the same, it changes nothing', async () => {
    const client = await app.client();
    const attempts = attemptsOn(operation, await inputOfThings(client, operation)).filter(
      ({ input, isFreeText }) => accepts(operation, input) && (operation.kind === 'query' || !isFreeText),
    );

    await inParallel(attempts, ({ input }) => callUnchangedIfFailed(client, operation, input), atATime(operation));
  });

  test('survives several hostile values at once', async () => {
    const client = await app.client();
    const input = await inputOfThings(client, operation);
    const values = fc.array(fc.tuple(fc.constantFrom(...paths), hostile), { minLength: 2, maxLength: 6 });

    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const attempt = given.reduce((result, [path, value]) => withValue(result, path, value), input);
        await callUnchangedIfFailed(client, operation, attempt);
      }),
      { seed, numRuns: runs },
    );
  });
});

const writing = attacked.filter((operation) => operation.kind === 'mutation' && acceptedTexts(operation).size > 0);

test.each(writing)('$name stores hostile text as it was given', async (operation) => {
  const client = await app.client();
  const texts = acceptedTexts(operation);
  for (let round = 0; round < Math.max(...texts.values().map((list) => list.length)); round += 1) {
    const given = [...texts].map(([path, list]) => [path, list[round % list.length]] as const);
    const input = await inputOfThings(client, operation);
    const before = await lastEventNumber(app.database, client.owner.account.id);

    const { failed, body } = await callUnchangedIfFailed(
      client,
      operation,
      given.reduce((attempt, [path, text]) => withValue(attempt, path, text), input),
    );

    if (failed) continue;
    const stored = await storedFor(app.database, client.owner.account.id);
    const event = await lastEventOf(app.database, client.owner.account.id, before);
    for (const [path, text] of given) {
      const expected = schemaAt(operation.input, path).parse(text);
      if (expected === null) continue; // an empty text that counts as not given
      const names = [path.at(-1) ?? ''].filter((name) => !filledIn.has(name));
      const found = names.flatMap((name) => [...valuesNamed(name, body.data), ...valuesNamed(name, event)]);
      expect(found, path.join('.')).toEqual(found.map(() => expected));
      expect(stored.includes(JSON.stringify(expected)), `${path.join('.')} holds ${JSON.stringify(expected)}`).toBe(
        true,
      );
    }
  }
});

/** What is shown as its recipient reads it, which is not always how it was given. */
const filledIn = new Set(['subject']);

/** What may change something is called alone. */
function atATime({ kind }: Operation): number {
  return kind === 'query' ? 16 : 1;
}

async function inputOfThings(client: Client, operation: Operation): Promise<Record<string, unknown>> {
  const things = await makeThings(app.database, client.owner);
  return validInput(operation.input, [...words, ...Object.values(things)]);
}

async function callUnchangedIfFailed(client: Client, operation: Operation, input: object): Promise<Answer> {
  if (operation.kind === 'query') return call(client, operation, input);
  const before = await storedFor(app.database, client.owner.account.id);
  const answer = await call(client, operation, input);
  if (answer.failed) expect(await storedFor(app.database, client.owner.account.id)).toBe(before);
  return answer;
}

function call(client: Client, operation: Operation, input: object): Promise<Answer> {
  return post(client, '/graphql', toJson({ query: documentFor(operation), variables: variablesFor(operation, input) }));
}
