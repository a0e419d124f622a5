/* Writes schema.graphql, and the types that follow from it. With --check it only reports whether schema.graphql is up to date. */
import { readFile, writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import '../src/main/process/jsx.ts';
import { writeDocumentTypes } from './document-types.ts';

const { schema } = await import('../src/main/registries/schema.ts');
const file = new URL('../schema.graphql', import.meta.url);
const text = `${printSchema(lexicographicSortSchema(schema))}\n`;
const isCurrent = (await readFile(file, 'utf8').catch(() => '')) === text;

if (process.argv.includes('--check')) {
  console.log(isCurrent ? 'schema.graphql is up to date.' : 'schema.graphql is not up to date. Run npm run schema.');
  process.exitCode = isCurrent ? 0 : 1;
} else {
  if (!isCurrent) await writeFile(file, text);
  await writeDocumentTypes();
  console.log(isCurrent ? 'schema.graphql is up to date.' : 'Wrote schema.graphql.');
}
