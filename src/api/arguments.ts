import type { InputObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { definitionOf } from '../kernel/values/schema-definition.ts';
import type { IdKind } from '../vocabulary/ids.ts';
import { builder } from './builder.ts';

/*
 * Derives GraphQL arguments from zod schemas. `.meta()` adds: `id` (type name), `description`, `values`, `scalar`,
 * `secret` (never logged) and `idKinds`.
 */

declare module 'zod' {
  interface GlobalMeta {
    scalar?: 'DateTime' | 'BigInt' | 'Decimal' | 'EmailAddress' | 'Float' | 'PhoneNumber' | 'ID';
    values?: Record<string, string>;
    secret?: true;
    idKinds?: readonly IdKind[];
  }
}

type AnyRef = InputObjectRef<typeof builder.$inferSchemaTypes, object>;
const known = new Map<string, unknown>();

/** Pothos cannot know the types of these fields. The test of the schema checks them. */
export function fieldsOf(schema: z.ZodObject, field: (options: never) => unknown): never {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, type]) => [name, field(fieldOptions(name, type as z.ZodType) as never)]),
  ) as never;
}

export function resolverOf<Fields, Context>(work: (context: Context, given: Fields) => unknown): never {
  return ((_: unknown, given: Fields, context: Context) => work(context, given)) as never;
}

export function inputTypeOf(schema: z.ZodObject): AnyRef {
  const { id, description } = namedMetaOf(schema);
  if (!id) throw new Error(`an input object needs .meta({ id }): ${Object.keys(schema.shape).join(', ')}`);
  return remembered(id, () =>
    builder.inputType(id, {
      ...(description && { description }),
      fields: (t) => fieldsOf(schema, (options) => t.field(options)),
    }),
  );
}

export function enumTypeOf<Values extends Readonly<Record<string, string>>>(schema: z.ZodEnum<Values>) {
  const { id, description, values = {} } = namedMetaOf(schema);
  if (!id) throw new Error(`an enum needs .meta({ id }): ${schema.options.join(', ')}`);
  return remembered(id, () =>
    builder.enumType(id, {
      ...(description && { description }),
      values: Object.fromEntries(schema.options.map((name) => [name, { description: values[name] ?? '' }])) as {
        [Name in Values[keyof Values]]: { description: string };
      },
    }),
  );
}

function fieldOptions(name: string, schema: z.ZodType): object {
  const { inner, required, preset } = unwrap(schema);
  const { description, scalar } = { ...metaOf(inner), ...metaOf(schema) };
  if (!description) throw new Error(`the input field ${name} needs .meta({ description })`);
  return {
    type: scalar ?? typeOf(inner),
    required,
    description,
    ...(preset !== undefined && { defaultValue: preset }),
  };
}

function typeOf(schema: z.ZodType): unknown {
  const { scalar } = metaOf(schema);
  if (scalar) return scalar;
  const def = definitionOf(schema);
  switch (def.type) {
    case 'string':
      return 'String';
    case 'number':
      return 'Int';
    case 'boolean':
      return 'Boolean';
    case 'enum':
      return enumTypeOf(schema as z.ZodType & z.ZodEnum<Record<string, string>>);
    case 'object':
      return inputTypeOf(schema as z.ZodObject);
    case 'array':
      return [typeOf(unwrap(def.element as z.ZodType).inner)];
    case 'pipe':
      return typeOf(def.in as z.ZodType);
    default:
      throw new Error(`GraphQL has no type for a zod ${def.type}`);
  }
}

interface Unwrapped {
  inner: z.ZodType;
  required: boolean;
  preset?: unknown;
}

function unwrap(schema: z.ZodType): Unwrapped {
  const def = definitionOf(schema);
  if (def.type === 'pipe' && def.in && ['optional', 'nullable', 'default'].includes(def.in.def.type))
    return unwrap(def.in);
  if (!def.innerType) return { inner: schema, required: true };
  const inner = unwrap(def.innerType);
  return def.type === 'default'
    ? { ...inner, required: false, preset: def.defaultValue }
    : { ...inner, required: false };
}

/**
 * Returns only the metadata that was set together with the `id`: otherwise a type would take the description of one of
 * its fields.
 */
function namedMetaOf(schema: z.ZodType): z.core.GlobalMeta {
  const meta = schema.meta() ?? {};
  const parent = schema._zod.parent as z.ZodType | undefined;
  return meta.id || !parent ? meta : namedMetaOf(parent);
}

/** Returns the metadata with that of the parents, because a further call of `.meta()` drops the `id`. */
function metaOf(schema: z.ZodType): z.core.GlobalMeta {
  const parent = schema._zod.parent as z.ZodType | undefined;
  return { ...(parent && metaOf(parent)), ...schema.meta() };
}

function remembered<Ref>(id: string, make: () => Ref): Ref {
  const ref = (known.get(id) as Ref | undefined) ?? make();
  known.set(id, ref);
  return ref;
}
