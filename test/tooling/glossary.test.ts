import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** The rows of all tables: a word, its meaning, the word of the wire, and the words that are not used for it. */
const rows = read('docs/glossary.md')
  .split('\n')
  .filter((line) => /^\| (?!word |-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, word = '', meaning = '', , not = '']) => ({ word, meaning, not }));
const words = rows.map(({ word }) => word);
const retired = rows.flatMap(({ not }) => [...not.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));

/** Returns the words of a name: `maxOpenPages` has three. */
const partsOf = (name: string) => name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());

/** Returns the names in a text that contain a retired word. */
function retiredIn(text: string): string[] {
  const names = new Set(text.match(/[A-Za-z][A-Za-z0-9_]*/g));
  return [...names].filter((name) => {
    // A bound that has no other name may be called `most`, beside `least`, or `atMost`, beside `atLeast`.
    if (name === 'most' || name === 'atMost') return false;
    const parts = ` ${partsOf(name).join(' ')} `;
    return retired.some((word) => parts.includes(` ${partsOf(word).join(' ')} `));
  });
}

/** Returns code without comments and texts, which are English and may say “most”. A string of one word is a name. */
const withoutTexts = (code: string) =>
  code
    .replaceAll(/'([A-Za-z_]+)'/g, ' $1 ')
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`[^`]*`|(?<=>)[^<>{}]*(?=[<{])/g, ' ');

test('each word has one meaning', () => {
  expect(words.length).toBeGreaterThanOrEqual(40);
  expect(new Set(words).size).toBe(words.length);
  expect(rows.filter(({ meaning }) => meaning === '')).toEqual([]);
});

test('a retired word is found in a name, and only there', () => {
  expect(retiredIn('const mostRows = 1; tellWallets(heldBy)')).toEqual(['mostRows']);
  expect(retiredIn(withoutTexts("// most of all\nconst text = 'most of all';"))).toEqual([]);
});

test('no name in the code contains a retired word', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((name) => !name.endsWith('.d.ts'));
  const found = files.flatMap((name) => [
    ...retiredIn(path.basename(name).replaceAll(/[-.]/g, '_')).map((part) => `${name}: ${part}`),
    ...retiredIn(withoutTexts(read(name))).map((part) => `${name}: ${part}`),
  ]);

  expect(files.length).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});

test('no name in the schema contains a retired word', () => {
  const names = read('schema.graphql').replaceAll(/"""[\s\S]*?"""|"[^"\n]*"/g, ' ');

  expect(retiredIn(names)).toEqual([]);
});
