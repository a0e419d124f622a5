import { z } from 'zod';
import type { Field } from '../adapter/field.ts';
import { fieldsOfCall, isInPath, type Row } from '../adapter/row.ts';
import type { Trial } from './trial.ts';

/** Returns the parameters in the path and in the query string of a request. */
export function parametersOf(row: Row<unknown>): object[] {
  return Object.entries(row.fields)
    .filter(([name]) => row.method === 'GET' || isInPath(row, name))
    .map(([name, field]) => {
      const { description, ...schema } = fieldSchema(typesOf(row, name), field);
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

/** Returns the body of a request, if it has one, with the constraints that the operation puts on each field. */
export function requestBodyOf(row: Row<unknown>, { requests }: Trial): object {
  const fields = Object.entries(row.fields).filter(([name]) => !isInPath(row, name));
  if (row.method === 'GET' || (fields.length === 0 && row.path.startsWith('/v4'))) return {};
  const isV3 = row.path.startsWith('/v3');
  const object = objectSchema((name) => typesOf(row, name), Object.fromEntries(fields), isV3 ? credentials : {});
  const list = row.bareList && object.properties[row.bareList];
  const content = { schema: list ? { anyOf: [object, list] } : object, examples: examplesOf(row, requests) };
  return {
    requestBody: {
      required: fields.some(([, { required }]) => required),
      content: { ...(isV3 && { 'application/x-www-form-urlencoded': content }), 'application/json': content },
    },
  };
}

function objectSchema(typesOf: (name: string) => Types, fields: Record<string, Field>, others: object = {}) {
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  const properties: Record<string, object> = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldSchema(typesOf(name), field)]),
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
    least: { summary: 'Minimal', value: lower },
    ...(!same && { most: { summary: 'With optional fields', value: upper } }),
    ...(row.bareList && { list: { summary: 'As a list', value: upper?.[row.bareList] } }),
  };
}

/** Credentials in the body, for which OpenAPI has no security scheme. */
const credentials = {
  client_id: { type: 'string', description: 'The id of the API key, for callers that send it in the body.' },
  client_secret: {
    type: 'string',
    format: 'password',
    description: 'The secret of the API key, for callers that send it in the body.',
  },
};

type Types = readonly z.core.$ZodType[];

/** Returns the types of the arguments that a field maps to, one for each operation that accepts it. */
function typesOf(row: Row<unknown>, name: string): Types {
  return Object.values(row.calls).flatMap((call) => {
    const argument = fieldsOfCall(row, call)[name]?.argument;
    return (argument && typeAt(call.operation.input, argument.split('.'))) || [];
  });
}

/** Returns the schema of a field whose argument has one of these types. */
function fieldSchema(types: Types, field: Field): { description: string } {
  const { schema, description, example, clears, elements } = field;
  const limits = limitsOf(types, schema);
  return {
    ...limits,
    ...schema,
    ...(clears && limits.pattern && { pattern: `^$|${limits.pattern}` }),
    ...(elements && {
      items: objectSchema((name) => types.flatMap((type) => inElement(type, elements[name]?.argument) ?? []), elements),
    }),
    description: clears ? `${description} An empty value clears the field.` : description,
    ...(example !== undefined && { examples: [example] }),
  };
}

const limiting = ['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;
type Limits = { [Name in (typeof limiting)[number]]?: string | number };

/**
 * Returns the constraints that all operations put on the argument, if the field has the same type as the argument and
 * is not an enum.
 */
function limitsOf(types: Types, schema: object): Limits {
  if (types.length === 0 || 'enum' in schema) return {};
  const all = types.map(
    (type) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Limits & { type?: string },
  );
  if (!('type' in schema) || all.some(({ type }) => type !== schema.type)) return {};
  // A constraint of only some operations does not apply to the path.
  const limits = Object.fromEntries(
    limiting.flatMap((name) => {
      const [first, ...others] = all.map((json) => json[name]);
      return first !== undefined && others.every((other) => other === first) ? [[name, first]] : [];
    }),
  ) as Limits;
  // Many OpenAPI tools do not support Unicode classes in patterns.
  return limits.format || String(limits.pattern).includes('\\p{') ? { ...limits, pattern: undefined } : limits;
}

/** Returns the type of an argument of a list's elements. */
function inElement(type: z.core.$ZodType, argument: string | undefined): z.core.$ZodType | undefined {
  const { element } = type._zod.def as { element?: z.core.$ZodType };
  return element && argument ? typeAt(element, argument.split('.')) : undefined;
}

/** Returns the type at a path of arguments, without the wrappers that make it optional. */
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
