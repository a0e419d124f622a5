import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MigrationSteps } from '../../../src/kernel/database/migration-steps.ts';

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
const stepsIn = (text: string) => new Set([...text.matchAll(/\bsteps\.(\w+)\(/g)].map(([, step]) => step));

test('the migrations that a test kills before each statement have every kind of step', () => {
  const killed = stepsIn(readFileSync(new URL('bakery-migrations.ts', import.meta.url), 'utf8'));
  const used = globSync('*.ts', { cwd: migrations }).flatMap((file) => [
    ...stepsIn(readFileSync(`${migrations}/${file}`, 'utf8')),
  ]);
  const known = Object.getOwnPropertyNames(MigrationSteps.prototype).filter((name) => name !== 'constructor');

  expect([...killed].toSorted()).toEqual(known.toSorted());
  expect(used.length).toBeGreaterThan(1);
  expect(known).toEqual(expect.arrayContaining(used));
});
