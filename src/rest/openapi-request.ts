import { z } from 'zod';
import type { Field } from './fields.ts';
import type { Trial } from './openapi-trial.ts';
import { isInPath, type Row } from './route.ts';

/** What stands in the path and in the query string of a request. */
export function parametersOf(row: Row<unknown>): object[] {
  const inputs = inputsOf(row);
  return Object.entries(row.fields)
    .filter(([name]) => row.method === 'GET' || isInPath(row, name))
    .map(([name, field]) => {
      const { description, ...schema } = fieldSchema(inputs, field);
      const required = isInPath(row, name) || field.required === true;
      return {
        name,
        in: isInPath(row, name) ? 'path' : 'query',
        required,
        description,
        schema,
        ...(required && { example: field.example }),
      };
    });
}

/** The body of a request, if it has one: every field with what its operation says of the value. */
export function requestBodyOf(row: Row<unknown>, { requests }: Trial): object {
  const fields = Object.entries(row.fields).filter(([name]) => !isInPath(row, name));
  if (row.method === 'GET' || (fields.length === 0 && row.path.startsWith('/v4'))) return {};
  const isV3 = row.path.startsWith('/v3');
  const object = objectSchema(inputsOf(row), Object.fromEntries(fields), isV3 ? credentials : {});
  const list = row.bareList && object.properties[row.bareList];
  const content = { schema: list ? { anyOf: [object, list] } : object, examples: examplesOf(row, requests) };
  return {
    requestBody: {
      required: fields.some(([, { required }]) => required),
      content: { ...(isV3 && { 'application/x-www-form-urlencoded': content }), 'application/json': content },
    },
  };
}

function objectSchema(inputs: readonly z.core.$ZodType[], fields: Record<string, Field>, others: object = {}) {
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  const properties: Record<string, object> = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldSchema(inputs, field)]),
  );
  return {
    type: 'object',
    properties: { ...properties, ...others } as Record<string, object>,
    ...(required.length > 0 && { required }),
  };
}

function examplesOf(row: Row<unknown>, { least, most }: Trial['requests']): object {
  const [lower, upper] = [least, most].map((request) =>
    Object.fromEntries(Object.entries(request).filter(([name]) => !isInPath(row, name))),
  );
  const same = JSON.stringify(lower) === JSON.stringify(upper);
  return {
    least: { summary: 'The least', value: lower },
    ...(!same && { most: { summary: 'With optional fields', value: upper } }),
    ...(row.bareList && { list: { summary: 'As a list', value: upper?.[row.bareList] } }),
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

function inputsOf({ calls }: Row<unknown>): z.core.$ZodType[] {
  return Object.values(calls).map(({ operation }) => operation.input);
}

/** The schema of a field whose argument is one of these inputs. */
function fieldSchema(inputs: readonly z.core.$ZodType[], field: Field): { description: string } {
  const { argument, schema, description, example, clears, records } = field;
  const types = argument ? inputs.flatMap((input) => typeAt(input, argument.split('.')) ?? []) : [];
  const limits = limitsOf(types[0], schema);
  return {
    ...limits,
    ...schema,
    ...(clears && limits.pattern && { pattern: `^$|${limits.pattern}` }),
    ...(records && {
      items: objectSchema(
        types.flatMap((type) => elementOf(type) ?? []),
        records,
      ),
    }),
    description: clears ? `${description} An empty value takes away what is stored.` : description,
    ...(example !== undefined && { examples: [example] }),
  };
}

const limiting = ['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;
type Limits = { [Name in (typeof limiting)[number]]?: string | number };

/** What the operation demands of the argument, if the field is of the same type and not a word that stands for it. */
function limitsOf(type: z.core.$ZodType | undefined, schema: object): Limits {
  if (!type || 'enum' in schema) return {};
  const json = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Limits & { type?: string };
  if (!('type' in schema) || json.type !== schema.type) return {};
  const limits = Object.fromEntries(
    limiting.filter((name) => json[name] !== undefined).map((name) => [name, json[name]]),
  );
  // Readers of the document know no Unicode classes.
  return limits.format || String(limits.pattern).includes('\\p{') ? { ...limits, pattern: undefined } : limits;
}

function elementOf(type: z.core.$ZodType): z.core.$ZodType | undefined {
  return (type._zod.def as { element?: z.core.$ZodType }).element;
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
