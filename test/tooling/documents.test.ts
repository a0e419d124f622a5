import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { commandLine } from '../../src/main/cli/command-line.ts';
import { anchorOf } from '../../src/pages/guide/guide-text.ts';
import { rows as restRows } from '../../src/rest/documented-paths.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const filesOf = (...patterns: string[]) => globSync(patterns, { cwd: root }).map((name) => name.replaceAll('\\', '/'));

const sources = filesOf('{src,test,scripts,bench,migrations}/**/*.{ts,tsx,js}');
const names = new Set(sources.map((name) => path.posix.basename(name)));
const documents = filesOf('*.md', 'docs/**/*.md');
const textOf = new Map(documents.map((name) => [name, read(name)]));

/** A name of a file with code, such as `src/api/query.ts` or `query.ts`. Not a pattern, such as `<noun>.type.ts`. */
const fileName = /(?<![\w./<>*…-])(?:\.?[\w-]+\/)*[a-z][\w-]*(?:\.[\w-]+)*\.tsx?\b/g;
/** Names in documents and comments that stand for any file. */
const examples = /^(x|claims|operations|domain)(\.\w+)*\.ts$/;

/** Whether the name is that of a file: from the root, from `src/`, from the folder, or without a folder. */
function isFile(name: string, folder: string): boolean {
  if (!name.includes('/')) return names.has(name) || examples.test(name);
  return [root, path.join(root, 'src'), path.join(root, folder)].some((place) => existsSync(path.join(place, name)));
}

function missingIn(name: string, text: string): string[] {
  const named = [...text.matchAll(fileName)].map(([match]) => match);
  return named.filter((match) => !isFile(match, path.dirname(name))).map((match) => `${name}: ${match}`);
}

test('documents name only files that exist', () => {
  expect(documents.length).toBeGreaterThan(30);
  expect([...textOf].flatMap(([name, text]) => missingIn(name, text.replaceAll(/https?:\S+/g, '')))).toEqual([]);
});

test('comments name only files that exist', () => {
  const comments = sources.map((name) => ({
    name,
    text: (read(name).match(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm) ?? []).join('\n'),
  }));

  expect(comments.flatMap(({ name, text }) => missingIn(name, text))).toEqual([]);
});

test('documents name only folders of the code that exist', () => {
  const named = [...textOf].flatMap(([name, text]) =>
    [...text.matchAll(/`((?:src|test|scripts|docs)\/[\w/-]*?)\/?`/g)].map(([, folder = '']) => ({ name, folder })),
  );

  expect(named.length).toBeGreaterThan(5);
  // A test is named without the words of its tier.
  expect(named.filter(({ folder }) => filesOf(folder, `${folder}.*`).length === 0)).toEqual([]);
});

test('links between files of the repository lead to files', () => {
  const links = [...textOf].flatMap(([name, text]) =>
    [...text.matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => ({ name, link })),
  );

  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ name, link }) => !existsSync(path.join(root, path.dirname(name), link)))).toEqual([]);
});

test('links to a heading lead to one', () => {
  const headings = new Map(
    [...textOf].map(([name, text]) => {
      const known = new Map<string, number>();
      return [name, [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading, known))];
    }),
  );
  const links = [...textOf].flatMap(([name, text]) =>
    [...text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].map(([link, file = '', anchor = '']) => {
      return { name, link, anchor, target: file === '' ? name : path.posix.join(path.posix.dirname(name), file) };
    }),
  );

  expect(links.length).toBeGreaterThan(30);
  expect(links.filter(({ target, anchor }) => !headings.get(target)?.includes(anchor))).toEqual([]);
});

/** Names of other products, which nothing in the repository contains. */
const foreign = new Set([
  ...['group_replication_unreachable_majority_timeout', 'gtid_mode', 'innodb_flush_log_at_trx_commit'],
  ...[
    'max_connections',
    'max_prepared_stmt_count',
    'pxc_strict_mode',
    'read_timeout',
    'MASTER_LOG_POS',
    'SOURCE_LOG_POS',
    'VACUUM',
  ],
  ...['onRequest', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES'],
]);

test('documents name only functions, fields, variables and codes that exist', () => {
  const files = ['schema.graphql', 'vitest.config.ts', ...sources, ...filesOf('deploy/**/*.{json,yaml}', '*.yaml')];
  const code = files.filter((name) => name !== 'test/tooling/documents.test.ts').map(read);
  const words = `\n${[...new Set(code.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []))].join('\n')}`;
  const named = [...textOf].flatMap(([name, text]) => {
    // The glossary names words that are not used.
    if (name === 'docs/glossary.md') return [];
    const spans = [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([span]) => span);
    return spans
      .flatMap((span) => span.match(/(?<![\w./…-])[A-Za-z]\w*[A-Z_]\w*(?![\w./-]*\.tsx?)/g) ?? [])
      .map((word) => ({ name, word }));
  });

  expect(named.length).toBeGreaterThan(500);
  // A document may name the beginning of a name, such as `OTEL_…`.
  expect(named.filter(({ word }) => !foreign.has(word) && !words.includes(`\n${word}`))).toEqual([]);
});

test('the list of limits has every code that refuses what is too many', () => {
  const codes = filesOf('src/**/*.ts').flatMap((name) => read(name).match(/\bTOO_MANY_[A-Z_]+\b/g) ?? []);
  // The list has this one as HTTP 429.
  const limits = new Set(codes).difference(new Set(['TOO_MANY_REQUESTS']));

  expect(limits.size).toBeGreaterThan(5);
  expect([...limits].filter((code) => !read('docs/security.md').includes(`\`${code}\``))).toEqual([]);
});

test('documents name only paths of REST that exist', () => {
  const plain = (where: string) => where.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '');
  const known = new Set(restRows.map((row) => plain(row.path)));
  const named = [...textOf].flatMap(([name, text]) =>
    [...text.matchAll(/(?<![\w/])\/v[34]\/[\w{}/-]+/g)].map(([where]) => ({ name, where })),
  );

  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ where }) => !known.has(plain(where)))).toEqual([]);
});

test('a document has no heading twice', () => {
  const twice = [...textOf].flatMap(([name, text]) => {
    const headings = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^## .+$/gm)].map(([heading]) => heading);
    return headings.filter((heading, index) => headings.indexOf(heading) !== index).map((found) => `${name}: ${found}`);
  });

  expect(twice).toEqual([]);
});

const foldersIn = (folder: string) => globSync('*/', { cwd: path.join(root, folder) }).toSorted();

/** The folders in the tree of the architecture, from top to bottom, with the folders within. */
const tree = (read('docs/architecture.md').split('```')[1] ?? '')
  .trim()
  .split(/\n(?=\S)/)
  .flatMap((entry) => {
    const [head = ''] = entry.match(/^(?:[\w-]+\/ ?)+/) ?? [];
    const within = [...entry.slice(head.length).matchAll(/(?<![\w/-])([\w-]+)\//g)].map(([, name = '']) => name);
    return [...head.matchAll(/[\w-]+/g)].map(([name]) => ({ name, within: [...new Set(within)].toSorted() }));
  });

test('the tree of the architecture has every folder of src, and every folder within', () => {
  expect(tree.map(({ name }) => name).toSorted()).toEqual(foldersIn('src'));
  expect(tree).toEqual(tree.map(({ name }) => ({ name, within: foldersIn(`src/${name}`) })));
});

test('README.md lists the folders of src in the order of the tree', () => {
  const [, table = ''] = read('README.md').split('| folder in `src/`');
  const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(2);
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name));

  expect(listed).toEqual(tree.map(({ name }) => name));
});

test('documents name only scripts of npm that exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...textOf.values()].flatMap((text) => [...text.matchAll(/\bnpm run ([\w:]+)/g)]);

  expect(new Set(named.map(([, name = '']) => name)).difference(new Set(Object.keys(scripts)))).toEqual(new Set());
});

test('documents show only commands and options that exist', () => {
  const shown = [...textOf].flatMap(([name, text]) =>
    [...text.matchAll(/npm run cli -- ([\w-][^`#\n]*)/g)].map(([, words = '']) => ({ name, words: words.trim() })),
  );

  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter(({ words }) => !isCommand(commandLine(), words.split(/\s+/)))).toEqual([]);
});

test('examples of GraphQL can be sent as they are printed', () => {
  const schema = buildSchema(read('schema.graphql'));
  const examples = [...textOf].flatMap(([name, text]) => {
    const blocks = [...text.matchAll(/^ *```graphql\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block);
    const bodies = [...text.matchAll(/-d '(\{"query": .*\})'/g)].map(([, body = '']) => JSON.parse(body).query);
    return [...blocks, ...bodies].map((example) => ({ name, example }));
  });
  const faults = examples.flatMap(({ name, example }) =>
    validate(schema, parse(example)).map(({ message }) => ({ name, example, message })),
  );

  expect(examples.length).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

/** Whether the words begin with the names of a command, and all of their options are those of the command. */
function isCommand(command: Command, [word = '', ...words]: string[]): boolean {
  const inner = command.commands.find((one) => one.name() === word);
  if (inner) return isCommand(inner, words);
  if (command.commands.length > 0 && !word.startsWith('--') && command.registeredArguments.length === 0) return false;
  const options = [word, ...words].filter((one) => one.startsWith('--'));
  return options.every((one) => one === '--help' || command.options.some(({ long }) => long === one));
}
