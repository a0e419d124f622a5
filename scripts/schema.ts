/* Writes the files that are generated from the schema. With --check it only reports whether they are up to date. */
import { readFile, writeFile } from 'node:fs/promises';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import '../src/main/process/jsx.ts';

const { schema } = await import('../src/main/registries/schema.ts');
const sorted = lexicographicSortSchema(schema);
const introspection = minifyIntrospection(introspectionFromSchema(sorted, { descriptions: false }));

const files = {
  'schema.graphql': `${printSchema(sorted)}\n`,
  'src/documents/graphql-env.d.ts': outputIntrospectionFile(introspection, {
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
  console.error(`Not up to date with the schema: ${stale.join(', ')}. Run npm run schema.`);
  process.exitCode = 1;
} else {
  console.log(
    stale.length > 0 ? `Wrote ${stale.join(' and ')}.` : 'schema.graphql and graphql-env.d.ts are up to date.',
  );
}
