import { z } from 'zod';
import type { Field } from '../adapter/field.ts';
import { isInPath, type Method, type Row } from '../adapter/row.ts';
import type { Trial } from './trial.ts';

export function parametersOf(row: Row<unknown>, method: Method): object[] {
  return Object.entries(row.fields).flatMap(([name, field]) => {
    const path = isInPath(row, name);
    if (!path && method !== 'GET' && method !== 'DELETE') return [];
    // A DELETE has its fields in the query string or in the body. A name may be missing if it has aliases.
    const required = path || (method === 'GET' && field.required === true && !field.aliases);
    return Object.entries(namedSchemas(name, field, typesOf(row, name))).map(([name, { description, ...schema }]) => ({
      name,
      in: path ? 'path' : 'query',
      required,
      description,
      schema,
      ...(required && { example: field.example }),
    }));
  });
}

export function requestBodyOf(row: Row<unknown>, method: Method, { requests }: Trial): object {
  const fields = Object.entries(row.fields).filter(([name]) => !isInPath(row, name));
  // Many clients always send an object, so a POST without fields accepts an empty one.
  if (method === 'GET' || (fields.length === 0 && row.path.startsWith('/v4') && method !== 'POST')) return {};
  const isV3 = row.path.startsWith('/v3');
  const object = objectSchema((name) => typesOf(row, name), Object.fromEntries(fields), isV3 ? credentials : {});
  const list = row.bareList && object.properties[row.bareList];
  const content = { schema: list ? { anyOf: [object, list] } : object, examples: examplesOf(row, requests) };
  return {
    requestBody: {
      required: method !== 'DELETE' && fields.some(([, { required }]) => required),
      content: {
        ...(isV3 && { 'application/x-www-form-urlencoded': content, 'multipart/form-data': content }),
        'application/json': content,
      },
    },
  };
}

function objectSchema(typesOf: (name: string) => Types, fields: Record<string, Field>, others: object = {}) {
  const needed = Object.entries(fields).filter(([, { required }]) => required);
  const required = needed.filter(([, { aliases }]) => !aliases).map(([name]) => name);
  const aliased = needed.flatMap(([name, { aliases }]) => (aliases ? [[name, ...aliases]] : []));
  const properties = Object.entries(fields).map(([name, field]) => namedSchemas(name, field, typesOf(name)));
  return {
    type: 'object',
    properties: Object.assign({}, ...properties, others) as Record<string, object>,
    ...(required.length > 0 && { required }),
    ...(aliased.length > 0 && {
      allOf: aliased.map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) })),
    }),
  };
}

function namedSchemas(name: string, field: Field, types: Types): Record<string, { description: string }> {
  const schema = fieldSchema(types, field);
  const others = (field.aliases ?? []).map((alias) => [alias, { ...schema, description: `The same as \`${name}\`.` }]);
  return { [name]: schema, ...Object.fromEntries(others) };
}

function examplesOf(row: Row<unknown>, { minimal, full }: Trial['requests']): object {
  const [lower, upper] = [minimal, full].map((request) =>
    Object.fromEntries(Object.entries(request).filter(([name]) => !isInPath(row, name))),
  );
  const same = JSON.stringify(lower) === JSON.stringify(upper);
  return {
    minimal: { summary: 'Minimal', value: lower },
    ...(!same && { full: { summary: 'With optional fields', value: upper } }),
    ...(row.bareList && { list: { summary: 'As a list', value: upper?.[row.bareList] } }),
  };
}

const credentials = {
  client_id: { type: 'string', description: 'The id of the API key, if the caller sends it in the body.' },
  client_secret: {
    type: 'string',
    format: 'password',
    description: 'The secret of the API key, if the caller sends it in the body.',
  },
};

type Types = readonly z.core.$ZodType[];

function typesOf(row: Row<unknown>, name: string): Types {
  return Object.values(row.calls).flatMap((call) => {
    const argument = (call.fields ?? row.fields)[name]?.argument;
    return (argument && typeAt(call.operation.input, argument.split('.'))) || [];
  });
}

function fieldSchema(types: Types, field: Field): { description: string } {
  const { schema, description, example, elements } = field;
  const limits = limitsOf(types, schema);
  return {
    ...limits,
    ...schema,
    ...((excludesNumbers(limits) || types.some(isId)) && { type: 'string' }),
    ...(elements && {
      items: objectSchema((name) => types.flatMap((type) => inElement(type, elements[name]?.argument) ?? []), elements),
    }),
    description,
    ...(example !== undefined && { examples: [example] }),
  };
}

function isId(type: z.core.$ZodType): boolean {
  return (type as z.ZodType).meta()?.idKinds !== undefined;
}

function excludesNumbers({ format, pattern }: Limits): boolean {
  return format !== undefined || (pattern !== undefined && !new RegExp(String(pattern)).test('1'));
}

const limiting = ['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;
type Limits = { [Name in (typeof limiting)[number]]?: string | number };

/**
 * Returns the constraints that all operations have in common, if the argument has the type of the field and is not an
 * enum.
 */
function limitsOf(types: Types, schema: object): Limits {
  if (types.length === 0 || 'enum' in schema) return {};
  const all = types.map(
    (type) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Limits & { type?: string },
  );
  const [usual] = 'type' in schema ? [schema.type].flat() : [];
  if (all.some(({ type }) => type !== usual)) return {};
  // The path does not have a constraint that only some of its operations have.
  const limits = Object.fromEntries(
    limiting.flatMap((name) => {
      const [first, ...others] = all.map((json) => json[name]);
      return first !== undefined && others.every((other) => other === first) ? [[name, first]] : [];
    }),
  ) as Limits;
  // Many OpenAPI tools do not support Unicode classes in patterns.
  return limits.format || String(limits.pattern).includes('\\p{') ? { ...limits, pattern: undefined } : limits;
}

function inElement(type: z.core.$ZodType, argument: string | undefined): z.core.$ZodType | undefined {
  const { element } = type._zod.def as { element?: z.core.$ZodType };
  return element && argument ? typeAt(element, argument.split('.')) : undefined;
}

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
