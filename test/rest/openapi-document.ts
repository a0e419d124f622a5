import { openApiDocument } from '../../src/rest/openapi.ts';
import { rows } from '../../src/rest/rows.ts';
import { schema } from '../../src/schema.ts';

type JsonSchema = { properties: Record<string, { description?: string }>; required?: string[] };

interface Content {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Answer {
  $ref?: string;
  description: string;
  content: { 'application/json': Content };
}

/** What the tests look at of an operation. */
export interface DocumentedOperation {
  tags: string[];
  summary: string;
  description: string;
  security?: object[];
  requestBody: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}

export const document = await openApiDocument({ rows, schema, publicUrl: 'https://campaigns.example' });

const commonAnswers = document.components.responses as unknown as Record<string, Answer>;

export function operationAt(path: string, method = 'POST'): DocumentedOperation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation as unknown as DocumentedOperation;
}

export function answerOf({ responses }: DocumentedOperation, status: number): Answer {
  const answer = responses[status];
  if (!answer) throw new Error(`${status} is not documented`);
  return (answer.$ref && commonAnswers[answer.$ref.split('/').at(-1) ?? '']) || answer;
}

/** The codes that are shown for a status, each with its example. */
export function codesOf(operation: DocumentedOperation, status: number): string[] {
  return Object.keys(answerOf(operation, status).content['application/json'].examples ?? {});
}
