import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../src', import.meta.url));

const domains = [
  'privacy/',
  'exports/',
  'statistics/',
  'people/',
  'webhooks/',
  'wallets/',
  'contacts/',
  'messaging/',
  'directories/',
  'tills/',
  'loyalty/',
  'sessions/',
  'coupons/',
  'locations/',
  'accounts/',
  'events/',
  'jobs/',
  'nodes/',
];

/**
 * The layers from top to bottom. A file imports only from its own place and from places on lower lines. Places on one
 * line do not import each other. Within a domain, operations are exempt: they may use every noun of their domain.
 */
const order = [
  ['main/server.ts', 'main/worker.ts', 'main/cli.ts'],
  ['main/app.ts', 'main/background.ts', 'main/bootstrap.ts', 'main/console-entry.ts'],
  ['main/cli/', 'main/demo/', 'main/telemetry/'],
  ['main/restore/', 'main/move/'],
  ['main/process/'],
  ['main/registries/'],
  [...domains.map((domain) => `${domain}operations.ts`), ...domains.map((domain) => `${domain}domain.ts`)],

  ['console/console-routes.ts'],
  ['console/mail-pages.ts'],
  ['console/entrance/'],
  ['console/screen-list.ts'],
  ['console/codes/'],
  ['console/sessions/'],
  [
    ...['home', 'campaigns', 'loyalty', 'contacts', 'directories', 'sending', 'developers', 'settings'].map(
      (area) => `console/${area}/`,
    ),
  ],
  ['console/sessions/'],
  ['console/entrance/'],
  ['console/parts/'],
  ['console/frame/'],
  ['console/islands/'],

  ['till/till-routes.ts'],
  ['till/till-shell.tsx'],
  ['till/till-assets.ts'],
  ['till/page/'],
  ['till/view/'],
  ['till/desk/'],
  ['bundles/'],

  ['rest/documented-paths.ts'],
  ['rest/v3/', 'rest/v4/'],
  ['rest/openapi/'],
  ['rest/fields/'],
  ['rest/adapter/'],
  ['documents/'],
  ['pages/', 'graphql/', 'hooks/', 'files/'],
  ['http/'],
  ['payloads/'],
  ['representations/'],

  ['privacy/'],
  ['exports/'],

  ['statistics/report/', 'statistics/counting/'],
  ['statistics/tally/'],

  ['people/entrance/'],
  ['people/sign-in/'],
  ['people/link/'],
  ['people/person/'],

  ['webhooks/verification/', 'webhooks/recovery/', 'webhooks/search/', 'webhooks/fan-out/'],
  ['webhooks/delivery/'],
  ['webhooks/traffic/'],
  ['webhooks/endpoint/', 'webhooks/payload/'],

  ['wallets/update/', 'wallets/offer/', 'wallets/preview/'],
  ['wallets/notification/'],
  ['wallets/push/'],
  ['wallets/device/', 'wallets/google-pass/'],
  ['wallets/pass-file/'],
  ['wallets/pass/'],
  ['wallets/google/'],
  ['wallets/design/'],
  ['wallets/connected-wallet.ts'],

  ['contacts/sending/'],
  ['contacts/draft/'],
  ['contacts/contact/'],
  ['contacts/group/'],

  ['messaging/send/'],
  ['messaging/delivery/'],
  ['messaging/erasure/', 'messaging/receipt/'],
  ['messaging/opt-out/'],
  ['messaging/message/'],
  ['messaging/content/'],
  ['messaging/integration/'],
  ['messaging/platform/'],

  ['directories/sign-in/', 'directories/campaign/', 'directories/search/'],
  ['directories/user/', 'directories/category/'],
  ['directories/directory/'],

  ['tills/till/'],

  ['loyalty/search/', 'loyalty/balance/'],
  ['loyalty/user/'],
  ['loyalty/person/', 'loyalty/ledger/'],
  ['loyalty/reward/'],
  ['loyalty/card/'],
  ['loyalty/purchase/'],

  ['sessions/barcode/', 'sessions/batch/', 'sessions/search/', 'sessions/landing/'],
  ['sessions/transition/'],
  ['sessions/session/'],
  ['sessions/index/', 'sessions/validation-code/'],

  ['coupons/status/'],
  ['coupons/coupon/'],
  ['coupons/folder/', 'coupons/tag/', 'coupons/landing-page/'],

  ['locations/location/'],

  ['accounts/viewer/', 'accounts/audit/', 'accounts/requests/', 'accounts/closing/', 'events/', 'jobs/'],
  ['accounts/api-key/', 'accounts/testing/'],
  ['accounts/account/'],
  ['nodes/'],
  globSync('*/*-problems.ts', { cwd: root }),

  ['api/'],
  ['audit/', 'external-ids/', 'personal-data/'],
  ['vocabulary/'],
  ['words/'],
  ['kernel/domain.ts'],
  ['kernel/jobs/', 'kernel/event-log/'],
  ['kernel/leased-queue/', 'kernel/threads/'],
  ['kernel/database/', 'kernel/limits/'],
  ['kernel/signals/', 'kernel/telemetry/', 'kernel/clocks/', 'kernel/security/', 'kernel/outbound/'],
  ['kernel/values/', 'kernel/problem.ts', 'kernel/extension-point.ts'],
];

/** The events of a directory contain its categories and campaigns. */
const upwardByDesign = 'directories/directory/directory-events.ts';

/** The operations on a noun. */
const isTable = (name: string) => name.endsWith('-operations.ts');

/** File names that occur twice because the API uses one word for two things. */
const namedAlike = new Set([
  'domain',
  'operations',
  'loyalty-users',
  'loyalty-cards',
  'directories',
  'user.type',
  'user.inputs',
  'barcode',
  'person',
  'person.type',
  'person.inputs',
]);

/** Words of the domains, in code of the kernel. */
const domainWords = /\w*(?:coupon|loyalty|location|webhook|wallet|optOut|contactGroup)\w*|\btills?\b/gi;

/** Packages for GraphQL, input validation and HTTP, which nouns must not import. */
const outside = /^(graphql.*|@pothos\/.*|@graphql-.*|zod|express|ws)$/;

/** SQL and names that are specific to an engine. */
const dialectWords =
  /dialect\.name|\bFOR (UPDATE|SHARE)\b|LOCK IN SHARE|SKIP LOCKED|INSERT (OR )?IGNORE|ON DUPLICATE|ON CONFLICT|\bRETURNING\b|pessimistic_|FORCE INDEX|INDEXED BY|DATE_ADD|strftime|RANDOM_BYTES|randomblob|GET_LOCK|\bpragma\b|better-sqlite3|\bmysql2\b/;

const files = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((name) => !name.endsWith('.d.ts'))
  .map((name) => readSource(name.replaceAll(path.sep, '/')));
const fileOf = new Map(files.map((file) => [file.name, file]));

const declared = files.flatMap(({ name, code }) =>
  [...code.matchAll(/export const (\w+) = (?:new EntitySchema\b|table\().*?\btableName: '(\w+)'/gs)].map(
    ([, schema = '', table = '']) => ({ name, schema, table }),
  ),
);
const ownerOfTable = new Map(declared.map(({ table, name }) => [table, name]));
const ownerOfSchema = new Map(declared.map(({ schema, name }) => [schema, name]));

test('every file has a place in the order', () => {
  expect(files.filter(({ name }) => floorOf(name) === -1).map(({ name }) => name)).toEqual([]);
});

test('files import from lower places only', () => {
  const upward = importsOf(files).filter(({ from, to }) => {
    if (placeOf(from) === placeOf(to) || floorOf(to) > floorOf(from) || from === upwardByDesign) return false;
    return !(fileOf.get(from)?.isOperation && domainOf(from) === domainOf(to));
  });

  expect(upward.map(describeImport)).toEqual([]);
});

test('an entry point imports no JSX before the file that loads JSX has run', () => {
  const entries = ['main/server.ts', 'main/worker.ts', 'main/cli.ts', 'kernel/threads/side-thread-entry.ts'];

  expect(entries.flatMap((entry) => importedAtOnce(entry)).filter((name) => name.endsWith('.tsx'))).toEqual([]);
});

test('files do not import each other in a cycle, types included', () => {
  expect(circles()).toEqual([]);
});

test('file names are unique', () => {
  const named = Map.groupBy(
    files.filter(({ name }) => !namedAlike.has(nameOf(name))),
    ({ name }) => nameOf(name),
  );

  expect([...named.values()].filter(({ length }) => length > 1).map((same) => same.map(({ name }) => name))).toEqual(
    [],
  );
});

test('a domain uses the nouns of other domains, never their operations', () => {
  const wrong = importsOf(files.filter(isInDomain)).filter(
    ({ from, to }) => domainOf(to) !== domainOf(from) && fileOf.get(to)?.isOperation,
  );

  expect(wrong.map(describeImport)).toEqual([]);
});

test('nouns do not import types, inputs or operations', () => {
  const wrong = importsOf(files.filter(isNoun)).filter(({ to }) => {
    const target = fileOf.get(to);
    return target && isInDomain(target) && !isNoun(target);
  });

  expect(wrong.map(describeImport)).toEqual([]);
});

test('nouns do not import GraphQL, zod or Express, directly or indirectly', () => {
  const wrong = files.filter(isNoun).flatMap(({ name }) => outsideFrom(name, [name]));

  expect(wrong).toEqual([]);
});

test('a file of several operations is named after their noun', () => {
  const counts = files
    .filter((file) => isInDomain(file) && !isTable(file.name))
    .map(({ name, operations }) => `${name}: ${operations.length}`);

  expect(counts.filter((count) => !/: [01]$/.test(count))).toEqual([]);
});

test('every domain lists its operations, and the files that add fields to the types of other files', () => {
  const listed = new Set(
    files.filter(({ name }) => isListOfOperations(name)).flatMap((file) => file.imports.map(({ to }) => to)),
  );
  const adding = files.filter(({ code, isOperation }) => isOperation || /\bbuilder\.objectFields?\(/.test(code));

  expect(adding.filter(({ name }) => !listed.has(name)).map(({ name }) => name)).toEqual([]);
});

test('the registries list every domain', () => {
  const listed = new Set(
    importsOf(files.filter(({ name }) => name.startsWith('main/registries/'))).map(({ to }) => to),
  );
  const lists = files.filter(({ name }) => /^\w+\/(operations|domain)\.ts$/.test(name) && isUnder(name, domains));

  expect(lists.length).toBeGreaterThan(30);
  expect(lists.filter(({ name }) => !listed.has(name)).map(({ name }) => name)).toEqual([]);
});

test('every list of problems belongs to its domain', () => {
  const lists = files.filter(
    ({ name }) => name.endsWith('-problems.ts') && isUnder(name, domains) && name.split('/').length === 2,
  );
  const foreign = lists.filter(
    ({ name }) => !fileOf.get(`${domainOf(name)}domain.ts`)?.imports.some(({ to }) => to === name),
  );

  expect(lists.length).toBeGreaterThan(10);
  expect(foreign.map(({ name }) => name)).toEqual([]);
});

test('the kernel knows no domain', () => {
  const kernel = files.filter(({ name }) => name.startsWith('kernel/'));
  const knowing = kernel.flatMap(({ name, code }) =>
    [...code.matchAll(domainWords)].map(([word]) => `${name}: ${word}`),
  );

  expect(kernel.length).toBeGreaterThan(50);
  expect(knowing).toEqual([]);
});

describe('rest/', () => {
  const rest = files.filter(({ name }) => name.startsWith('rest/'));

  test('is imported by main/app.ts only', () => {
    const others = importsOf(files.filter(({ name }) => !name.startsWith('rest/') && name !== 'main/app.ts'));

    expect(others.filter(({ to }) => to.startsWith('rest/')).map(describeImport)).toEqual([]);
  });

  test('has no SQL and does not import kernel/database/', () => {
    expect(
      importsOf(rest)
        .filter(({ to }) => to.startsWith('kernel/database/'))
        .map(describeImport),
    ).toEqual([]);
    expect(rest.filter(({ text }) => /\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/.test(text))).toEqual(
      [],
    );
  });
});

test('only main/process/env.ts reads process.env', () => {
  const readers = files
    .filter(({ text }) => /process\s*\.\s*env|\bimport\.meta\.env/.test(text))
    .map(({ name }) => name);

  expect(readers).toEqual(['main/process/env.ts']);
});

test('only kernel/database/dialect.ts and the files that open and migrate databases contain code for one engine', () => {
  const knowing = files.filter(({ code }) => dialectWords.test(code)).map(({ name }) => name);

  expect(knowing).toContain('kernel/database/dialect.ts');
  const allowed = (name: string) =>
    name.startsWith('kernel/database/engines/') ||
    ['dialect.ts', 'migration.ts', 'migration-steps.ts'].some((file) => name === `kernel/database/${file}`);
  expect(knowing.filter((name) => !allowed(name))).toEqual([]);
});

test('most rows are read and written by rows.ts and list.ts, not by SQL of their own', () => {
  const statements = files.flatMap(({ name, code }) =>
    [...code.matchAll(/['"`]\(?\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s+[\w$*`(]/g)].map(() => name),
  );

  expect(statements).toContain('kernel/database/rows.ts');
  expect(statements.length).toBeLessThanOrEqual(335);
});

test('few types are asserted without a check', () => {
  const assertions = files.flatMap(({ code }) => code.match(/\bas (?:never\b|unknown as\b)/g) ?? []);

  expect(assertions.length).toBeLessThanOrEqual(15);
});

/** Platforms that carry passes, which the domain `wallets/` knows. */
const wallets = ['apple', 'google'];

const platformList = 'messaging/platform/platform-list.inputs.ts';

/** The topics of signals have the names of tables. */
const topics = 'kernel/signals/signals.ts';

test('SQL names no table of a higher domain', () => {
  const named = files.flatMap(({ name, code }) =>
    tablesIn(code).map((table) => ({ name, table, owner: ownerOfTable.get(table) ?? '' })),
  );
  const upward = named.filter(
    ({ name, owner }) => topOf(owner) !== topOf(name) && rankOf(owner) <= rankOf(name) && name !== topics,
  );

  expect(named.length).toBeGreaterThan(100);
  expect(upward.map(({ name, table }) => `${name} names ${table}`)).toEqual([]);
});

test('rows are deleted in the folder that declares their table', () => {
  const deletion =
    /\b(?:DELETE FROM (\w+)|remove(?:Rows|Deleted)\('(\w+)'|(?:delete|prune)Rows\(\w+, (?!table\b)(\w+))/g;
  const deletions = files.flatMap(({ name, code, text }) =>
    [...code.matchAll(deletion)].map(([, inSql, removed, imported]) => {
      const table = inSql ?? removed ?? '';
      const schema = imported && (text.match(new RegExp(`(\\w+) as ${imported}\\b`))?.[1] ?? imported);
      return { name, table: schema ?? table, owner: schema ? ownerOfSchema.get(schema) : ownerOfTable.get(table) };
    }),
  );
  const foreign = deletions.filter(({ name, owner = '' }) => path.posix.dirname(owner) !== path.posix.dirname(name));

  expect(deletions.length).toBeGreaterThan(20);
  expect(foreign.map(({ name, table }) => `${name} deletes from ${table}`)).toEqual([]);
});

describe('main/registries/', () => {
  const registry = (name: string) => fileOf.get(`main/registries/${name}.ts`)?.text ?? '';

  test('fills every extension point, and no other code does', () => {
    const points = files.flatMap(({ code }) => [...code.matchAll(/export const (\w+) = new ExtensionPoint\b/g)]);
    const names = points.map(([, name = '']) => name);

    expect(names).not.toEqual([]);
    expect(names.filter((name) => !registry('extensions').includes(`\n${name}.fill(`))).toEqual([]);
    const filling = files.filter(({ name, code }) => !name.startsWith('main/') && /\.fill\(/.test(code));
    expect(filling.filter(({ code }) => names.some((point) => code.includes(`${point}.fill(`)))).toEqual([]);
  });

  test('lists every job', () => {
    const kinds = files.flatMap(({ code }) => [
      ...code.matchAll(/export const (\w+) = (?:defineJob|defineWalk|removalKind)\(/g),
    ]);

    const lists = files.filter(({ name }) => /^\w+\/domain\.ts$/.test(name)).map(({ text }) => text);
    const listed = [registry('job-handlers'), ...lists].join('\n');
    expect(kinds.map(([, name = '']) => name).filter((name) => !listed.includes(name))).toEqual([]);
  });
});

/** The mail server of the service itself, which the environment names. */
const ownMail = ['main/process/env.ts names smtp', 'main/process/configured-mail.ts names smtp'];

test('only the folder of a messaging platform and the list of platforms name it, apart from the mail server of the service', () => {
  const declared = files.flatMap(({ name }) => /^messaging\/platform\/(\w+)\/\1\.platform\.ts$/.exec(name)?.[1] ?? []);
  const folders = declared.filter((folder) => !wallets.includes(folder));
  const naming = files.flatMap(({ name, code }) =>
    folders
      .filter((folder) => new RegExp(`(?<![a-z])${folder}(?![a-z])`, 'i').test(code))
      .map((folder) => ({ name, folder })),
  );
  const foreign = naming.filter(
    ({ name, folder }) => name !== platformList && !name.startsWith(`messaging/platform/${folder}/`),
  );

  expect(folders).not.toEqual([]);
  expect(new Set(naming.map(({ folder }) => folder)).size).toBe(folders.length);
  expect(foreign.map(({ name, folder }) => `${name} names ${folder}`).sort()).toEqual(ownMail.toSorted());
});

test('only the dictionaries know which languages there are', () => {
  const naming = files.filter(({ code }) => /(['"`])(?:de|DE|de-DE)\1|\b(?:de|DE):/.test(code));

  expect(naming.filter(({ name }) => !name.startsWith('words/')).map(({ name }) => name)).toEqual([]);
});

test('only files in main/ and lists of operations import a file for its side effects', () => {
  const others = files.filter(({ name }) => !name.startsWith('main/') && !isListOfOperations(name));
  const bare = others.filter(({ text }) => /^import '/m.test(text));

  expect(bare.map(({ name }) => name)).toEqual([]);
});

interface Import {
  from: string;
  /** The path of a file in src/, or the name of a package. */
  to: string;
  typesOnly: boolean;
  /** Whether Node loads it before it runs the file: not `import()`. */
  isAtOnce: boolean;
}

interface Source {
  name: string;
  text: string;
  /** The text without imports and comments. */
  code: string;
  imports: Import[];
  /** The declarations of operations. */
  operations: string[];
  isOperation: boolean;
}

function readSource(name: string): Source {
  const text = readFileSync(path.join(root, name), 'utf8');
  const imported = /^(?:import|export) ([^;'"]*?)(?: from )?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;
  const imports = [...text.matchAll(imported)].map(([, names = '', target = '', whenNeeded = target]) => ({
    from: name,
    to: resolve(name, whenNeeded),
    typesOnly: isTypesOnly(names),
    isAtOnce: target !== '',
  }));
  const code = text.replace(/^import [^;]+;$/gm, '').replace(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, '');
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
  return order.findIndex((floor) => isUnder(name, floor));
}

function placeOf(name: string): string | undefined {
  return order.flat().find((place) => isUnder(name, [place]));
}

function nameOf(file: string): string {
  return path.posix.basename(file).replace(/\.tsx?$/, '');
}

/** Returns the domain of a file, or or another folder at the top. */
function topOf(name: string): string {
  return name.replace(/\/.*/s, '/');
}

function rankOf(name: string): number {
  return order.findIndex((floor) => floor.some((place) => place.endsWith('/') && topOf(place) === topOf(name)));
}

/** Returns the tables that code names: in SQL, as a whole string, or anywhere if the name has an underscore. */
function tablesIn(code: string): string[] {
  const named = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+\W?(\w+)|(['"`])(\w+)\2|\b([a-z]+(?:_[a-z]+)+)\b/g;
  const words = [...code.matchAll(named)].map(([, inSql, , text, underscored]) => inSql ?? text ?? underscored ?? '');
  return [...new Set(words)].filter((word) => ownerOfTable.has(word));
}

/** Returns what Node loads before it runs a file. */
function importedAtOnce(name: string, found = new Set<string>()): string[] {
  for (const { to, typesOnly, isAtOnce } of fileOf.get(name)?.imports ?? []) {
    if (typesOnly || !isAtOnce || !fileOf.has(to) || found.has(to)) continue;
    found.add(to);
    importedAtOnce(to, found);
  }
  return [...found];
}

/** Returns the cycles of imports. */
function circles(): string[] {
  const done = new Set<string>();
  const follow = (name: string, way: string[]): string[] => {
    if (way.includes(name)) return [[...way.slice(way.indexOf(name)), name].join(' → ')];
    if (done.has(name)) return [];
    const found = (fileOf.get(name)?.imports ?? []).flatMap(({ to }) =>
      fileOf.has(to) ? follow(to, [...way, name]) : [],
    );
    done.add(name);
    return found;
  };
  return files.flatMap(({ name }) => follow(name, []));
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

/** Returns whether a file of a domain is neither a type, nor an input, nor an operation. */
function isNoun(file: Source): boolean {
  return isInDomain(file) && !file.isOperation && !/\.(type|inputs|platform)\.ts$|\/operations\.ts$/.test(file.name);
}

function isListOfOperations(name: string): boolean {
  return /^\w+\/operations\.ts$/.test(name);
}

/** Returns the chains of imports through which a file reaches GraphQL, zod or Express at run time. */
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
