import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Migration } from '../../../src/kernel/database/migration-steps.ts';
import { model } from '../../../src/main/registries/tables.ts';

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
const stepsIn = (text: string) => [...text.matchAll(/\bsteps\.(\w+)\b(?!')/g)].map(([, step]) => step);

test('every migration consists of steps, which survive a kill', () => {
  for (const OneMigration of model.migrations) {
    expect(new OneMigration()).toBeInstanceOf(Migration);
    expect(Object.hasOwn(OneMigration.prototype, 'up'), OneMigration.name).toBe(false);
  }
});

test('the migrations that a test kills before each statement have every kind of step', () => {
  const used = globSync('*.ts', { cwd: migrations }).flatMap((file) =>
    stepsIn(readFileSync(`${migrations}/${file}`, 'utf8')),
  );
  const killed = stepsIn(readFileSync(new URL('bakery-migrations.ts', import.meta.url), 'utf8'));

  expect(new Set(used).size).toBeGreaterThan(5);
  expect([...new Set(used)].filter((step) => !killed.includes(step))).toEqual([]);
});
