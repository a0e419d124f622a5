import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../docs/decisions/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

const index = Object.fromEntries(
  [...read('README.md').matchAll(/^## \[.+\]\((.+\.md)\)\n\n((?:- .+\n)+)/gm)].map(([, file = '', titles = '']) => [
    file,
    titles
      .trim()
      .split('\n')
      .map((line) => line.slice(2)),
  ]),
);

test('the index of decisions names every file', () => {
  const files = globSync('*.md', { cwd: folder }).filter((name) => name !== 'README.md');

  expect(Object.keys(index).toSorted()).toEqual(files.toSorted());
});

test('the index of decisions names every entry, in its order', () => {
  const entries = Object.keys(index).map((file) => [
    file,
    [...read(file).matchAll(/^## (.+)$/gm)].map(([, title]) => title),
  ]);

  expect(Object.entries(index)).toEqual(entries);
});
