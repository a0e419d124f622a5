import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Migration } from '../../../src/kernel/database/migration-steps.ts';
import { model } from '../../../src/main/registries/tables.ts';

const directory = fileURLToPath(new URL('../../../migrations', import.meta.url));

test('every migration is listed', async () => {
  const files = globSync('[0-9]*.ts', { cwd: directory });
  const modules = await Promise.all(files.map((file) => import(`${directory}/${file}`)));

  expect(modules.flatMap((module) => Object.values(module)).toSorted(byName)).toEqual(
    model.migrations.toSorted(byName),
  );
});

test('every migration consists of steps, so that it can be resumed', () => {
  const others = model.migrations.filter(({ prototype }) => prototype.up !== Migration.prototype.up);

  expect(others.map(({ name }) => name)).toEqual([]);
});

function byName(one: unknown, other: unknown): number {
  return (one as { name: string }).name.localeCompare((other as { name: string }).name);
}
