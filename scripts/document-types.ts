import { readFile, writeFile } from 'node:fs/promises';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

const file = new URL('../src/documents/graphql-env.d.ts', import.meta.url);

/** Writes the types by which documents are checked. They follow from schema.graphql, so git does not keep them. */
export async function writeDocumentTypes(): Promise<void> {
  const schema = buildSchema(await readFile(new URL('../schema.graphql', import.meta.url), 'utf8'));
  const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
  const types = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
  if ((await readFile(file, 'utf8').catch(() => '')) !== types) await writeFile(file, types);
}
