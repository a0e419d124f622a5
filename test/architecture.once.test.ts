import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** From top to bottom: a file imports from its own floor and from those below. */
const floors = [
  ['server.ts', 'worker.ts', 'cli.ts', 'cli/'],
  ['app.ts', 'background.ts', 'process.ts', 'bootstrap.ts'],
  ['rest/', 'pages/', 'hooks/'],
  ['schema.ts', 'tables.ts', 'handlers.ts', 'records.ts', 'demo/'],
  [
    'accounts/',
    'coupons/',
    'sessions/',
    'loyalty/',
    'directories/',
    'files/',
    'webhooks/',
    'distribution/',
    'contacts/',
  ],
  [
    'api/',
    'database/',
    'events/',
    'jobs/',
    'outbound/',
    'problem.ts',
    'ids.ts',
    'env.ts',
    'log.ts',
    'secrets.ts',
    'passwords.ts',
    'phones.ts',
    'record-values.ts',
  ],
];
const [domains = [], ground = []] = floors.slice(-2);

/** What GraphQL, the checking of inputs and HTTP are made of: nouns know none of it. */
const outside = /^(graphql.*|@pothos\/.*|@graphql-.*|zod|express|ws)$/;

/** What the engines say differently. */
const dialectWords =
  /dialect\.name|\bFOR (UPDATE|SHARE)\b|LOCK IN SHARE|SKIP LOCKED|INSERT (OR )?IGNORE|ON DUPLICATE|ON CONFLICT|\bRETURNING\b|pessimistic_|FORCE INDEX|INDEXED BY|DATE_ADD|strftime|RANDOM_BYTES|randomblob|GET_LOCK|\bpragma\b|better-sqlite3|\bmysql2\b/;

const root = fileURLToPath(new URL('../src', import.meta.url));
const files = globSync('**/*.ts', { cwd: root })
  .filter((name) => !name.endsWith('.d.ts'))
  .map((name) => readSource(name.replaceAll(path.sep, '/')));
const fileOf = new Map(files.map((file) => [file.name, file]));

test('every file stands on a floor', () => {
  expect(files.filter(({ name }) => floorOf(name) === -1).map(({ name }) => name)).toEqual([]);
});

test('imports go down only', () => {
  const upward = importsOf(files).filter(({ from, to }) => floorOf(to) < floorOf(from));

  // A context says who calls and who hears of messages, and credentials what a key is: as types, which are gone at run time.
  const allowed = (found: Import) =>
    ['api/context.ts', 'api/credentials.ts'].includes(found.from) &&
    (found.to.startsWith('accounts/') || found.to === 'distribution/platforms/platform.ts') &&
    found.typesOnly;
  expect(upward.filter((found) => !allowed(found)).map(describeImport)).toEqual([]);
});

test('a domain uses the nouns of other domains, never their operations', () => {
  const wrong = importsOf(files.filter(isInDomain)).filter(
    ({ from, to }) => domainOf(to) !== domainOf(from) && fileOf.get(to)?.isOperation,
  );

  expect(wrong.map(describeImport)).toEqual([]);
});

test('nouns know no types, inputs or operations', () => {
  const wrong = importsOf(files.filter(isNoun)).filter(({ to }) => {
    const target = fileOf.get(to);
    return target && isInDomain(target) && !isNoun(target);
  });

  expect(wrong.map(describeImport)).toEqual([]);
});

test('nouns import no GraphQL, zod or Express, and nothing that does', () => {
  const wrong = files.filter(isNoun).flatMap(({ name }) => outsideFrom(name, [name]));

  expect(wrong).toEqual([]);
});

test('one operation is one file', () => {
  const counts = files.filter(isInDomain).map(({ name, operations }) => `${name}: ${operations.length}`);

  expect(counts.filter((count) => !/: [01]$/.test(count))).toEqual([]);
});

test('schema.ts lists every operation', () => {
  const listed = new Set(fileOf.get('schema.ts')?.imports.map(({ to }) => to));

  expect(files.filter(({ isOperation, name }) => isOperation && !listed.has(name)).map(({ name }) => name)).toEqual([]);
});

describe('rest/', () => {
  const rest = files.filter(({ name }) => name.startsWith('rest/'));

  test('is imported by app.ts alone', () => {
    const others = importsOf(files.filter(({ name }) => !name.startsWith('rest/') && name !== 'app.ts'));

    expect(others.filter(({ to }) => to.startsWith('rest/')).map(describeImport)).toEqual([]);
  });

  test('has no SQL and does not import database/', () => {
    expect(
      importsOf(rest)
        .filter(({ to }) => to.startsWith('database/'))
        .map(describeImport),
    ).toEqual([]);
    expect(rest.filter(({ text }) => /\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/.test(text))).toEqual(
      [],
    );
  });
});

test('process.env is read in env.ts alone', () => {
  const readers = files
    .filter(({ text }) => /process\s*\.\s*env|\bimport\.meta\.env/.test(text))
    .map(({ name }) => name);

  expect(readers).toEqual(['env.ts']);
});

test('what engines say differently stands in database/dialect.ts, and in the files that open and migrate them', () => {
  const knowing = files.filter(({ code }) => dialectWords.test(code)).map(({ name }) => name);

  expect(knowing).toContain('database/dialect.ts');
  const allowed = ['dialect.ts', 'mysql.ts', 'sqlite.ts', 'migrate.ts'].map((name) => `database/${name}`);
  expect(knowing.filter((name) => !allowed.includes(name))).toEqual([]);
});

test('the ground floor knows no domain by name', () => {
  const tables = /\b(coupon_sessions|coupons|accounts|api_keys|folders|webhook_\w+|notices)\b/;
  const ofGround = files.filter(({ name }) => isUnder(name, ground));

  expect(ofGround.filter(({ code }) => tables.test(code)).map(({ name }) => name)).toEqual([]);
});

interface Import {
  from: string;
  /** A file of src/, or a package. */
  to: string;
  typesOnly: boolean;
}

interface Source {
  name: string;
  text: string;
  /** Without imports and comments. */
  code: string;
  imports: Import[];
  /** The declarations of operations. */
  operations: string[];
  isOperation: boolean;
}

function readSource(name: string): Source {
  const text = readFileSync(path.join(root, name), 'utf8');
  const imports = [...text.matchAll(/^(?:import|export) ([^;'"]*?)(?: from )?['"]([^'"]+)['"]/gm)].map(
    ([, names = '', target = '']) => ({ from: name, to: resolve(name, target), typesOnly: isTypesOnly(names) }),
  );
  const code = text.replace(/^import [^;]+;$/gm, '').replace(/\/\*.*?\*\/|\/\/.*$/gms, '');
  const declared = imports.some(({ to }) => /^api\/(query|mutation|subscription)\.ts$/.test(to));
  const operations = declared ? (code.match(/\b(query|connection|mutation|subscription)\(\{/g) ?? []) : [];
  return { name, text, code, imports, operations, isOperation: operations.length > 0 };
}

function resolve(from: string, target: string): string {
  return target.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(from), target)) : target;
}

function isTypesOnly(names: string): boolean {
  if (names.startsWith('type ')) return true;
  const [, list] = /^\{(.*)\}$/s.exec(names.trim()) ?? [];
  const items =
    list
      ?.split(',')
      .map((item) => item.trim())
      .filter(Boolean) ?? [];
  return items.length > 0 && items.every((item) => item.startsWith('type '));
}

function importsOf(sources: Source[]): Import[] {
  return sources.flatMap(({ imports }) => imports).filter(({ to }) => fileOf.has(to));
}

function floorOf(name: string): number {
  return floors.findIndex((floor) => isUnder(name, floor));
}

function isUnder(name: string, places: string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? name.startsWith(place) : name === place));
}

function isInDomain({ name }: Source): boolean {
  return isUnder(name, domains);
}

function domainOf(name: string): string | undefined {
  return domains.find((domain) => name.startsWith(domain));
}

/** Whatever in a domain is neither shown, nor accepted, nor done. */
function isNoun(file: Source): boolean {
  return isInDomain(file) && !file.isOperation && !/\.type\.ts$|[/-]inputs\.ts$/.test(file.name);
}

/** The ways, file by file, on which a file gets to GraphQL, zod or Express at run time. */
function outsideFrom(name: string, way: string[]): string[] {
  const imports = fileOf.get(name)?.imports.filter(({ typesOnly }) => !typesOnly) ?? [];
  return imports.flatMap(({ to }) => {
    if (outside.test(to)) return [[...way, to].join(' → ')];
    return fileOf.has(to) && !way.includes(to) ? outsideFrom(to, [...way, to]) : [];
  });
}

function describeImport({ from, to }: Import): string {
  return `${from} imports ${to}`;
}
