import { z } from 'zod';
import type { Field } from './fields.ts';
import type { Trial } from './openapi-trial.ts';
import type { Row } from './route.ts';

/** The body of a request: every field with what its operation says of the value. */
export function requestBodyOf(row: Row<unknown>, { requests }: Trial): object {
  const isV3 = row.path.startsWith('/v3');
  const required = Object.keys(row.fields).filter((name) => row.fields[name]?.required);
  const properties = Object.fromEntries(
    Object.entries(row.fields).map(([name, field]) => [name, fieldSchema(row, field)]),
  );
  const schema = {
    type: 'object',
    properties: { ...properties, ...(isV3 && credentials) },
    ...(required.length > 0 && { required }),
  };
  const content = { schema, examples: examplesOf(requests) };
  return {
    required: required.length > 0,
    content: { ...(isV3 && { 'application/x-www-form-urlencoded': content }), 'application/json': content },
  };
}

function examplesOf({ least, most }: Trial['requests']): object {
  const same = JSON.stringify(least) === JSON.stringify(most);
  return {
    least: { summary: 'The least', value: least },
    ...(!same && { most: { summary: 'With optional fields', value: most } }),
  };
}

/** The form of credentials that has no security scheme of its own. */
const credentials = {
  client_id: { type: 'string', description: 'The id of the API key, for callers that send it with the fields.' },
  client_secret: {
    type: 'string',
    format: 'password',
    description: 'The secret of the API key, for callers that send it with the fields.',
  },
};

function fieldSchema(row: Row<unknown>, field: Field): object {
  const { schema, description, example, clears } = field;
  const limits = limitsOf(row, field);
  return {
    ...schema,
    ...limits,
    ...(clears && limits.pattern && { pattern: `^$|${limits.pattern}` }),
    description: clears ? `${description} An empty value takes away what is stored.` : description,
    ...(example !== undefined && { examples: [example] }),
  };
}

const limiting = ['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum'] as const;
type Limits = { [Name in (typeof limiting)[number]]?: string | number };

/** What the operation demands of the argument, if the field is of the same type and not a word that stands for it. */
function limitsOf({ calls }: Row<unknown>, { argument, schema }: Field): Limits {
  const [type] = Object.values(calls).flatMap(
    ({ operation }) => (argument && typeAt(operation.input, argument.split('.'))) || [],
  );
  if (!type || 'enum' in schema) return {};
  const json = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Limits & { type?: string };
  if (!('type' in schema) || json.type !== schema.type) return {};
  const limits = Object.fromEntries(
    limiting.filter((name) => json[name] !== undefined).map((name) => [name, json[name]]),
  );
  return limits.format ? { ...limits, pattern: undefined } : limits;
}

/** The schema of an argument, without what makes it optional. */
function typeAt(schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | undefined {
  const { innerType, shape } = schema._zod.def as {
    innerType?: z.core.$ZodType;
    shape?: Record<string, z.core.$ZodType>;
  };
  if (innerType) return typeAt(innerType, path);
  const [first, ...rest] = path;
  if (first === undefined) return schema;
  return shape?.[first] && typeAt(shape[first], rest);
}
