import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { screenTexts } from '../support/screen-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const filesLike = (...patterns: string[]) =>
  globSync(patterns, { cwd: root }).filter((name) => !name.endsWith('.d.ts'));

/** The rows of all tables: a word, its meaning, the words of the wire, and the words that are not used for it. */
const rows = read('docs/glossary.md')
  .split('\n')
  .filter((line) => /^\| (?!word |-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, word = '', meaning = '', wire = '', not = '']) => ({ word, meaning, wire, not }));
const words = rows.map(({ word }) => word);
const entries = rows.flatMap(({ not }) => not.split(', ').filter((entry) => entry !== ''));

/** Words in code style are retired in names, plain ones in all prose, and those in italics on screens only. */
const retiredNames = entries.flatMap((entry) => /^`(\w+)`$/.exec(entry)?.[1] ?? []);
const retiredInProse = entries.filter((entry) => /^[\w -]+$/.test(entry) && !entry.startsWith('_'));
const retiredOnScreens = entries.flatMap((entry) => /^_([\w -]+)_$/.exec(entry)?.[1] ?? []);

/** Names of the wire that contain a word which is retired elsewhere, such as a type of cards. */
const wireNames = new Set(rows.flatMap(({ wire }) => [...wire.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)));

/** Returns the words of a name: `maxOpenPages` has three. */
const partsOf = (name: string) => name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());

const retiredParts = new RegExp(` (?:${retiredNames.map((name) => partsOf(name).join(' ')).join('|')}) `);

/** Returns the names in a text that contain a retired word. */
function retiredIn(text: string): string[] {
  const names = new Set(text.match(/[A-Za-z][A-Za-z0-9_]*/g));
  return [...names].filter(
    (name) => !wireNames.has(name.toLowerCase()) && retiredParts.test(` ${partsOf(name).join(' ')} `),
  );
}

/** Returns code without comments and texts, which are English and may say “most”. A string of one word is a name. */
const withoutTexts = (code: string) =>
  code
    .replaceAll(/'([A-Za-z_]+)'/g, ' $1 ')
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g, ' ')
    .replaceAll(/(?<=[^=]>)[^<>{};]*(?=[<{])/g, ' ');

/** Returns a document without code and the targets of its links. */
const proseIn = (document: string) => document.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, ' ');

/** Returns the retired words that a text says, also in the plural. */
const saidIn = (text: string, retired: readonly string[]) =>
  retired.filter((word) => new RegExp(`(?<![\\w-])${word.replaceAll(' ', '\\s+')}(?:s|es)?(?![\\w-])`, 'i').test(text));

test('each word has one meaning', () => {
  expect(words.length).toBeGreaterThanOrEqual(40);
  expect(new Set(words).size).toBe(words.length);
  expect(rows.filter(({ meaning }) => meaning === '')).toEqual([]);
});

test('each retired word is looked for in names, in prose or on screens', () => {
  expect([...retiredNames, ...retiredInProse, ...retiredOnScreens]).toHaveLength(entries.length);
  expect(new Set(entries).size).toBe(entries.length);
});

test('a retired word is found in a name, and only there', () => {
  expect(retiredIn('const mostRows = 1; tellWallets(heldBy)')).toEqual(['mostRows', 'tellWallets']);
  expect(retiredIn(withoutTexts("// most of all\nconst text = 'most of all';"))).toEqual([]);
  expect(retiredIn(withoutTexts('const atMost = (number) => `at most some`;'))).toEqual(['atMost']);
});

test('a retired word is found in a text, whole and not in code', () => {
  expect(saidIn('Two tickets are left.', ['ticket'])).toEqual(['ticket']);
  expect(saidIn('A ticketing system', ['ticket'])).toEqual([]);
  expect(saidIn(proseIn('Read `ticket` in [the guide](ticket.md).'), ['ticket'])).toEqual([]);
  expect(saidIn('A single-use\nURL', ['single-use URL'])).toEqual(['single-use URL']);
});

test('no name in the code contains a retired word', () => {
  const files = filesLike('src/**/*.{ts,tsx}');
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

test('no screen says a retired word', () => {
  expect(saidIn(screenTexts('en').join('\n'), [...retiredInProse, ...retiredOnScreens])).toEqual([]);
});

test('no document says a retired word', () => {
  const files = filesLike('docs/*.md', 'README.md').filter((name) => name !== path.join('docs', 'glossary.md'));
  const found = files.flatMap((name) => {
    // Membership of a program of Apple is another thing.
    const text = proseIn(read(name)).replaceAll(/membership in the Apple Developer Program/g, '');
    return saidIn(text, retiredInProse).map((word) => `${name}: ${word}`);
  });

  expect(files.length).toBeGreaterThan(15);
  expect(found).toEqual([]);
});
