import { expect, test } from 'vitest';
import { drift } from './schema-drift.ts';
import { openMigrated } from './scratch.ts';

test('the migrations produce the schema of the entities', async () => {
  expect(await drift(await openMigrated())).toEqual([]);
});
