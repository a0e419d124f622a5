import type { FieldRef } from '@pothos/core';
import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';
import { z } from 'zod';
import type { Database } from '../kernel/database/database.ts';
import { type Choices, type Field, type Fields, type FieldValues, fieldNames } from '../vocabulary/fields.ts';
import { enumTypeOf } from './arguments.ts';
import { emailString, httpsAddress, lineText, localDate, trimmedText } from './inputs.ts';
import type { Types } from './operation.ts';

/* Derives inputs and GraphQL fields from a table of fields (vocabulary/fields.ts). */

type InputOf<Value> = z.ZodOptional<z.ZodNullable<z.ZodType<Value, Value>>>;

export function fieldInputs<Table extends Fields>(
  table: Table,
): { [Name in keyof Table]: InputOf<NonNullable<FieldValues<Table>[Name]>> } {
  return mapped(table, inputOf);
}

function inputOf(field: Field) {
  const { kind, length, label, use } = field;
  const { detail = '', note = '' } = use;
  const limit = ['text', 'url', 'phone'].includes(kind) ? `, at most ${length.toLocaleString('en')} characters` : '';
  const start = kind === 'url' ? `The HTTPS ${label}` : label;
  return schemaOf(field)
    .nullish()
    .meta({
      ...(kind === 'decimal' && { scalar: 'Decimal' as const }),
      description: `${start}${detail}${limit}.${note && ` ${note}`}`,
    });
}

function schemaOf({ kind, length, pattern, choices, isLine }: Field): z.ZodType<string, string> {
  if (choices) return enumInput(choices);
  if (pattern) return trimmedText.regex(...pattern);
  if (kind === 'url') return httpsAddress;
  if (kind === 'email') return emailString;
  if (kind === 'date') return localDate;
  if (kind === 'phone') return trimmedText.max(length);
  return isLine ? lineText(length) : z.string().max(length);
}

const enums = new Map<string, z.ZodEnum>();

export function enumInput<Name extends string>({ id, description, values }: Choices<Name>) {
  type Enum = z.ZodEnum<{ [Value in Name]: Value }>;
  const known = enums.get(id) ?? z.enum(Object.keys(values)).meta({ id, description, values });
  enums.set(id, known);
  return known as Enum;
}

type FieldBuilder<Noun> = PothosSchemaTypes.ObjectFieldBuilder<Types, Noun>;

/** Reads a long text of a noun from a list. */
interface TextReader<Noun> {
  read(database: Database, noun: Noun, name: string): Promise<string | null>;
}

/** `texts` reads the texts that the noun may lack. */
export function shownFields<Table extends Fields, Noun extends Partial<FieldValues<Table>>>(
  t: FieldBuilder<Noun>,
  table: Table,
  ...[reader]: Noun extends FieldValues<Table> ? [texts?: TextReader<Noun>] : [texts: TextReader<Noun>]
): { [Name in keyof Table]: FieldRef<Types, FieldValues<Table>[Name]> } {
  const plain = t as FieldBuilder<Record<string, string | null>>;
  const texts = reader as TextReader<unknown> | undefined;
  return mapped(table, ({ kind, label, length, use, choices }, name) => {
    const options = {
      type: choices ? enumTypeOf(enumInput(choices)) : kind === 'decimal' ? ('Decimal' as const) : ('String' as const),
      nullable: true as const,
      description: `${kind === 'url' ? `The ${label}` : (use.shown ?? label)}.`,
    };
    if (length < longLength) return plain.expose(name, options);
    return plain.field({
      ...options,
      cost: { own: length / longLength },
      resolve: async (noun, _, { services, onText }) => {
        const known = noun[name];
        const text = known === undefined && texts ? await texts.read(services.database, noun, name) : known;
        onText?.(text?.length ?? 0);
        return text;
      },
    });
  });
}

/**
 * The maximum length from which a text is long. Most are far shorter than they can be, so the estimate counts a tenth,
 * and `onText` the real length.
 */
const longLength = 1000;

const scalars: Readonly<Record<string, string>> = {
  varchar: 'String',
  longtext: 'String',
  integer: 'Int',
  bigint: 'BigInt',
  datetime: 'DateTime',
};

/** Shows columns unchanged. Their types follow from the table, and a column named `id` or `…Id` is an ID. */
export function shownColumns<Row, Name extends keyof Row & string, Noun extends Pick<Row, Name>>(
  t: FieldBuilder<Noun>,
  { options }: EntitySchema<Row>,
  descriptions: Readonly<Record<Name, string>>,
): { [Shown in Name]: FieldRef<Types, Row[Shown]> } {
  const plain = t as object as FieldBuilder<Record<string, string | null>>;
  const columns: Readonly<Record<string, EntitySchemaColumnOptions | undefined>> = options.columns;
  const fields = Object.entries<string>(descriptions).map(([name, description]) => {
    const { type, nullable } = columns[name] ?? {};
    const scalar = /(^i|I)d$/.test(name) ? 'ID' : scalars[String(type)];
    return [name, plain.expose(name, { type: scalar as 'String', nullable: Boolean(nullable) as true, description })];
  });
  return Object.fromEntries(fields);
}

export function tillFieldsOf(table: Fields): string[] {
  return fieldNames(table).filter((name) => table[name]?.use.alternativeScope);
}

function mapped<Result>(table: Fields, map: (field: Field, name: string) => unknown): Result {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, map(field, name)])) as Result;
}
