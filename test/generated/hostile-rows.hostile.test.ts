import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rows } from '../../src/rest/documented-paths.ts';
import { useApp } from '../support/app.ts';
import { hostile, hostileTexts, runs, seed } from '../support/arbitraries.ts';
import { isInPath, onTheWire } from '../support/rest-request.ts';
import { callRow, inParallel, post, valuesNamed } from './answers.ts';
import { fieldsOfThings, mustRefuse, nameOf, valuesFor } from './row-attempts.ts';
import { callInUsedWorld, useWorlds } from './worlds.ts';

const app = useApp();
const untouchedWorld = useWorlds(app);

// Input that a row must refuse never reaches the database. refused-rows.hostile.test.ts tests it on one engine.
describe.for(rows.map((row) => [nameOf(row), row] as const))('%s', ([_, row]) => {
  const names = Object.keys(row.fields);

  test('survives accepted hostile values, and changes nothing if it fails', async () => {
    const world = await untouchedWorld();
    const valid = fieldsOfThings(row, world.things);
    const attempts = names.flatMap((name) =>
      valuesFor(row, name)
        .filter((value) => (typeof value !== 'string' || row.method === 'GET') && !mustRefuse(row, valid, name, value))
        .map((value) => ({ ...valid, [name]: value })),
    );

    for (const fields of attempts) await world.callUnchangedIfFailed(() => callRow(world.client, row, fields));
  });

  const others = names.filter((name) => !isInPath(row.path, name));

  test.skipIf(others.length === 0)('survives several hostile values at once', async () => {
    const world = await untouchedWorld();
    const valid = fieldsOfThings(row, world.things);
    const values = row.method === 'GET' ? hostile.filter((value) => onTheWire(value).length < 200) : hostile;

    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...others), values), async (given) => {
        await world.callUnchangedIfFailed(() => callRow(world.client, row, { ...valid, ...given }));
      }),
      { seed, numRuns: runs },
    );
  });
});

const forms = rows.filter(({ path, fields }) => path.startsWith('/v3') && Object.keys(fields).length > 0);

test.each(forms)('$path survives hostile text in forms', async (row) => {
  const { client, things } = await untouchedWorld();
  const valid = fieldsOfThings(row, things);
  const attempts = Object.keys(row.fields).flatMap((name) =>
    hostileTexts.map((text) => new URLSearchParams({ ...(valid as Record<string, string>), [name]: text })),
  );

  await inParallel(fc.sample(fc.constantFrom(...attempts), { seed, numRuns: 40 }), (form) =>
    post(client, row.path, form, { 'Content-Type': 'application/x-www-form-urlencoded' }),
  );
});

const withFreeText = rows.filter((row) => 'customfield1' in row.fields);

test.each(withFreeText)('$path stores hostile text unchanged', async (row) => {
  const names = Object.keys(row.fields).filter((name) => name.startsWith('customfield'));
  const texts = hostileTexts.filter((text) => text !== '' && text.length <= 50 && text.isWellFormed());
  let used = await untouchedWorld();
  for (let round = 0; round < texts.length; round += 1) {
    const given = Object.fromEntries(names.map((name, index) => [name, texts[(round + index) % texts.length]]));

    const { failed, body, world } = await callInUsedWorld(used, untouchedWorld, ({ client, things }) =>
      callRow(client, row, { ...fieldsOfThings(row, things), ...given }),
    );

    used = world;
    expect(failed).toBe(false);
    const stored = await world.stored();
    for (const [name, text] of Object.entries(given)) {
      expect(valuesNamed(name, body)).toEqual(valuesNamed(name, body).map(() => text));
      expect(stored.includes(JSON.stringify(text)), `${name} holds ${JSON.stringify(text)}`).toBe(true);
    }
  }
});
