import fc from 'fast-check';
import type { EntitySchemaColumnOptions } from 'typeorm';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { snakeCase } from '../../src/kernel/database/columns.ts';
import { model } from '../../src/main/registries/tables.ts';
import { useApp } from '../support/app.ts';
import { hostile, pathsOf, runs, schemaAt, seed, withValue } from '../support/arbitraries.ts';
import { type Answer, callOperation, inParallel, valuesNamed } from './answers.ts';
import { acceptedTexts, attacked, attemptsOn } from './attempts.ts';
import { accepts } from './documents.ts';
import { lastEventNumber, lastEventOf } from './stored.ts';
import { inputOf } from './things.ts';
import { callInUsedWorld, useWorlds, type World } from './worlds.ts';

const app = useApp();
const untouchedWorld = useWorlds(app);

// Input that an operation must refuse never reaches the database. refused-input.hostile.test.ts tests it on one engine.
describe.each(attacked)('$name', (operation) => {
  const paths = pathsOf(operation.input);
  const isQuery = operation.kind === 'query';

  test('survives accepted hostile values, and changes nothing if it fails', async () => {
    const world = await untouchedWorld();
    const inputs = attemptsOn(operation, inputOf(operation, world.things))
      .filter(({ input, isFreeText }) => accepts(operation, input) && (isQuery || !isFreeText))
      .map(({ input }) => input)
      .filter((input) => !opens(operation, input));
    const call = (input: object) => callOperation(world.client, operation, input);

    if (isQuery) await inParallel(inputs, call);
    else for (const input of inputs) await world.callUnchangedIfFailed(() => call(input));
  });

  test('survives several hostile values at once', async () => {
    const world = await untouchedWorld();
    const input = inputOf(operation, world.things);
    const values = fc.array(fc.tuple(fc.constantFrom(...paths), hostile), { minLength: 2, maxLength: 6 });

    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const attempt = given.reduce((result, [path, value]) => withValue(result, path, value), input);
        if (opens(operation, attempt)) return;
        const call = () => callOperation(world.client, operation, attempt);
        await (isQuery ? call() : world.callUnchangedIfFailed(call));
      }),
      { seed, numRuns: runs },
    );
  });
});

const writing = attacked.filter((operation) => operation.kind === 'mutation' && acceptedTexts(operation).size > 0);

test.each(writing)('$name stores hostile text unchanged', async (operation) => {
  const texts = acceptedTexts(operation);
  let used = await untouchedWorld();
  for (let round = 0; round < Math.max(...texts.values().map((list) => list.length)); round += 1) {
    const given = [...texts].map(([path, list]) => [path, list[round % list.length]] as const);

    const { failed, body, event, world } = await callInUsedWorld(used, untouchedWorld, async (world) => {
      const input = given.reduce(
        (attempt, [path, text]) => withValue(attempt, path, text),
        inputOf(operation, world.things),
      );
      return callWithEvent(world, () => callOperation(world.client, operation, input));
    });

    used = world;
    if (failed) continue;
    const stored = await world.stored();
    for (const [path, text] of given) {
      const expected = schemaAt(operation.input, path).parse(text);
      if (expected === null) continue; // the schema treats the empty text as absent
      const names = [path.at(-1) ?? ''].filter((name) => !filledIn.has(name));
      const found = names.flatMap((name) => [...valuesNamed(name, body.data), ...valuesNamed(name, event)]);
      expect(found, path.join('.')).toEqual(found.map(() => expected));
      expect(stored.includes(JSON.stringify(expected)), `${path.join('.')} holds ${JSON.stringify(expected)}`).toBe(
        true,
      );
    }
  }
});

test('no stored text is longer than its column', async () => {
  const tooLong: string[] = [];
  for (const { options } of model.entities)
    for (const [name, column] of Object.entries<EntitySchemaColumnOptions | undefined>(options.columns)) {
      if (column?.type !== 'varchar') continue;
      const longer = `SELECT 1 FROM ${options.tableName} WHERE CHAR_LENGTH(${snakeCase(name)}) > ? LIMIT 1`;
      const sql = app.database.dialect.name === 'sqlite' ? longer.replace('CHAR_LENGTH', 'LENGTH') : longer;
      if ((await app.database.rows(sql, [Number(column.length)])).length > 0) tooLong.push(`${options.name}.${name}`);
    }

  expect(tooLong).toEqual([]);
});

/** Returns whether the input starts a subscription. Clients use other protocols for subscriptions: see test/events/. */
function opens(operation: Operation, input: object): boolean {
  return operation.kind === 'subscription' && accepts(operation, input);
}

/** Fields in which the service replaces placeholders, so a returned text may differ from the given text. */
const filledIn = new Set(['subject']);

/** Makes the call, and returns its response with the data of its last event. */
async function callWithEvent(world: World, call: () => Promise<Answer>): Promise<Answer & { event: unknown }> {
  const { id } = world.client.owner.account;
  const before = await lastEventNumber(app.database, id);
  const answer = await world.callUnchangedIfFailed(call);
  return { ...answer, event: await lastEventOf(app.database, id, before) };
}
