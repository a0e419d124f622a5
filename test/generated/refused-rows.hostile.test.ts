import { expect, test } from 'vitest';
import { rows } from '../../src/rest/documented-paths.ts';
import { useApp } from '../support/app.ts';
import { toJson } from '../support/arbitraries.ts';
import { callRow, inParallel } from './answers.ts';
import { fieldsOfThings, mustRefuse, nameOf, valuesFor } from './row-attempts.ts';
import { useWorlds } from './worlds.ts';

const app = useApp();
const untouchedWorld = useWorlds(app);

test.for(rows.map((row) => [nameOf(row), row] as const))(
  '%s refuses hostile values of any field, and changes nothing',
  async ([_, row]) => {
    const world = await untouchedWorld();
    const valid = fieldsOfThings(row, world.things);
    const attempts = Object.keys(row.fields).flatMap((name) =>
      valuesFor(row, name)
        .filter((value) => mustRefuse(row, valid, name, value))
        .map((value) => ({ ...valid, [name]: value })),
    );
    const before = await world.stored();

    const answers = await inParallel(attempts, (fields) => callRow(world.client, row, fields));

    const accepted = attempts.filter((_, index) => !answers[index]?.failed);
    expect(accepted.map((fields) => toJson(fields).slice(0, 300))).toEqual([]);
    expect(await world.stored()).toBe(before);
  },
);
