import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { toJson } from '../support/arbitraries.ts';
import { callOperation, inParallel } from './answers.ts';
import { attacked, attemptsOn } from './attempts.ts';
import { accepts } from './documents.ts';
import { inputOf } from './things.ts';
import { useWorlds } from './worlds.ts';

const app = useApp();
const untouchedWorld = useWorlds(app);

test.each(attacked)('$name refuses hostile values of any field, and changes nothing', async (operation) => {
  const world = await untouchedWorld();
  const attempts = attemptsOn(operation, inputOf(operation, world.things)).filter(
    ({ input }) => !accepts(operation, input),
  );
  const before = await world.stored();

  const answers = await inParallel(attempts, ({ input }) => callOperation(world.client, operation, input));

  const accepted = attempts.filter((_, index) => !answers[index]?.failed);
  expect(accepted.map(({ input }) => toJson(input).slice(0, 300))).toEqual([]);
  expect(await world.stored()).toBe(before);
});
