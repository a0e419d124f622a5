import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Method, methodsOf, type Row } from '../adapter/row.ts';
import { answersOf, commonAnswers, failureSchema, headerComponents } from './answers.ts';
import { parametersOf, requestBodyOf } from './request-schema.ts';
import { SampleNouns, samplesOf } from './samples.ts';
import { introduction, sections, securityForms, securitySchemes } from './texts.ts';
import { type Trial, tryOut } from './trial.ts';

interface Service {
  rows: readonly Row<unknown>[];
  schema: GraphQLSchema;
  publicUrl: string;
}

/**
 * Serves the document, which the first request creates. Ids in `known` replace the example ids, so that the requests
 * work.
 */
export function serveOpenApi(service: Service, known: readonly string[] = []): RequestHandler {
  let made: Promise<{ bytes: Buffer; etag: string }> | undefined;
  return async (_, response) => {
    made ??= openApiDocument(service).then((document) => {
      const text = withKnownIds(JSON.stringify(document), service.rows, known);
      return { bytes: Buffer.from(text), etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
    });
    const { bytes, etag } = await made;
    response.set({ ETag: etag, 'Cache-Control': 'no-cache' }).type('json').send(bytes);
  };
}

/** Replaces the example ids of each kind with the known ids of that kind, in order. */
function withKnownIds(text: string, rows: Service['rows'], known: readonly string[]): string {
  const examples = rows.flatMap(({ fields }) => Object.values(fields).map(({ example }) => example));
  const ids = new Set(examples.filter((example) => typeof example === 'string').filter(kindOf));
  return [...ids].reduce((text, example) => {
    const ofKind = (id: string) => kindOf(id) === kindOf(example);
    const id = known.filter(ofKind)[[...ids].filter(ofKind).indexOf(example)];
    return id ? text.replaceAll(example, id) : text;
  }, text);
}

/** Returns the prefix and length of all ids of a kind. Returns null if the text is not an id. */
function kindOf(text: string): string | null {
  const id = /^([a-z]{3}_)?[0-9a-z]{12,21}$/.exec(text);
  return id && `${id[1] ?? ''}${text.length}`;
}

export async function openApiDocument({ rows, schema, publicUrl }: Service) {
  const paths = await pathsOf(rows, schema);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Campaign service',
      version: packageJson.version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: introduction,
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(rows.map(({ section }) => section))].map((name) => ({ name, description: sections[name] })),
    security: securityForms,
    paths,
    components: {
      securitySchemes,
      schemas: { Failure: failureSchema },
      responses: commonAnswers(JSON.stringify(paths)),
      parameters: { Account: account },
      headers: headerComponents,
    },
  };
}

const account = {
  name: 'X-Account',
  in: 'header',
  description: 'The subaccount to act for: `acc_` followed by 16 characters.',
  schema: { type: 'string', pattern: '^acc_[0-9a-z]{16}$' },
};

type Paths = Record<string, Record<string, ReturnType<typeof operationOf>>>;

async function pathsOf(rows: Service['rows'], schema: GraphQLSchema): Promise<Paths> {
  const material = { nouns: new SampleNouns(schema, rows), samples: samplesOf(schema) };
  const paths: Paths = {};
  for (const row of rows) {
    // Lets other requests run, because all rows together take most of a second.
    await setImmediate();
    const trial = await tryOut(row, schema, material);
    const operations = methodsOf(row).map((method) => [method.toLowerCase(), operationOf(row, method, trial)]);
    paths[row.path] = { ...paths[row.path], ...Object.fromEntries(operations) };
  }
  return paths;
}

function operationOf(row: Row<unknown>, method: Method, trial: Trial) {
  const isV3 = row.path.startsWith('/v3');
  const isVariant = method !== (row.method ?? 'POST');
  return {
    operationId: `${isV3 && !isVariant ? '' : `${method}_`.toLowerCase()}${row.path.match(/\w+/g)?.join('_')}`,
    tags: [row.section],
    summary: isVariant ? `${row.summary}, by ${method}` : row.summary,
    description: describe(row),
    // On /v3, the credentials may be in the body, so the headers are optional.
    ...(isV3 && !isVariant && { security: [...securityForms, {}] }),
    parameters: [...parametersOf(row, method), { $ref: '#/components/parameters/Account' }],
    ...requestBodyOf(row, method, trial),
    responses: answersOf(trial, row),
  };
}

function describe({ calls }: Row<unknown>): string {
  const byScope = Map.groupBy(Object.values(calls), ({ operation }) => operation.scope?.toLowerCase());
  const lines = [...byScope].map(([scope, same]) => {
    const names = [...new Set(same.map(({ operation }) => `\`${operation.name}\``))].join(', ');
    return `Requires the scope \`${scope}\`${byScope.size > 1 ? ' for' : '. In GraphQL:'} ${names}.`;
  });
  return lines.join('\n\n');
}
