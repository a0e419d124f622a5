import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tiers } from '../../scripts/tiers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const starting = /^import (?!type ).*support\/(browser|processes)\.ts'/m;

test('no file of npm test starts a browser or a process of the service', () => {
  const [specs] = tiers.specs?.projects ?? [];
  const files = globSync(specs?.include ?? [], { cwd: root, exclude: specs?.exclude ?? [] });

  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => starting.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('the files of other tiers that start them are recognized', () => {
  const files = globSync('test/**/*.{browser,processes}*.test.ts', { cwd: root });

  expect(files.filter((file) => starting.test(readFileSync(join(root, file), 'utf8'))).length).toBeGreaterThan(20);
});
