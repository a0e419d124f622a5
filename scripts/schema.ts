/* Prints what is derived from the schema into the repository, or with --check only says whether it is there already. */
import { readFile, writeFile } from 'node:fs/promises';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/main/registries/schema.ts';

const sorted = lexicographicSortSchema(schema);
const introspection = minifyIntrospection(introspectionFromSchema(sorted, { descriptions: false }));

const files = {
  'schema.graphql': `${printSchema(sorted)}\n`,
  'src/doors/rest/documents/graphql-env.d.ts': outputIntrospectionFile(introspection, {
    fileType: '.d.ts',
    shouldPreprocess: true,
  }),
};

const stale: string[] = [];
for (const [name, content] of Object.entries(files)) {
  const file = new URL(`../${name}`, import.meta.url);
  if ((await readFile(file, 'utf8').catch(() => '')) === content) continue;
  stale.push(name);
  if (!process.argv.includes('--check')) await writeFile(file, content);
}

if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`${stale.join(' and ')} is not what the schema says: run npm run schema`);
  process.exitCode = 1;
} else {
  console.log(stale.length > 0 ? `wrote ${stale.join(' and ')}` : 'schema.graphql is up to date');
}
