import { schema } from '../../src/main/registries/schema.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { openApiDocument } from '../../src/rest/openapi/openapi-document.ts';

interface JsonSchema {
  properties: Record<string, { description?: string }>;
  required?: string[];
  anyOf?: JsonSchema[];
}

interface Content {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Answer {
  $ref?: string;
  description: string;
  headers: object;
  content?: Record<string, Content>;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: object;
  example?: unknown;
}

/** The parts of an operation that tests read. */
export interface DocumentedOperation {
  tags: string[];
  summary: string;
  description: string;
  security?: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content> };
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

/** Returns the success response. */
export function successOf(operation: DocumentedOperation): Answer {
  const status = Object.keys(operation.responses).find((status) => status.startsWith('2'));
  return answerOf(operation, Number(status));
}

/** The codes shown for a status, each with its example. */
export function codesOf(operation: DocumentedOperation, status: number): string[] {
  return Object.keys(jsonOf(answerOf(operation, status))?.examples ?? {});
}

export function jsonOf({ content }: { content?: Record<string, Content> }): Content | undefined {
  return content?.['application/json'];
}
