import type { z } from 'zod';
import { definitionOf } from '../kernel/values/schema-definition.ts';

/** Longer texts are cut. */
const mostCharacters = 200;
/** Longer lists are cut. */
const mostItems = 10;
/** The bytes of all values together. What follows is left out. */
const mostBytes = 4000;

const hidden = '(hidden)';
const omitted = '…';

/**
 * Returns the input of a call as short JSON. Values whose schema has `.meta({ secret: true })` are hidden, and so is
 * everything that the schema does not describe.
 */
export function givenInput(schema: z.ZodType, input: unknown): string {
  return JSON.stringify(shown(schema, input, { left: mostBytes }));
}

interface Room {
  left: number;
}

function shown(schema: z.ZodType, value: unknown, room: Room): unknown {
  if (value === null) return null;
  if (schema.meta()?.secret) return hidden;
  const { type, innerType, in: before, element, shape } = definitionOf(schema);
  const within = innerType ?? before;
  if (within) return shown(within, value, room);
  if (type === 'object' && shape && typeof value === 'object') return shownFields(shape, value, room);
  if (type === 'array' && element && Array.isArray(value)) return shownItems(element, value, room);
  return shownLeaf(value, room);
}

function shownFields(shape: Record<string, z.ZodType>, value: object, room: Room): object {
  const given = Object.entries(value).filter(([name, inner]) => inner !== undefined && Object.hasOwn(shape, name));
  return Object.fromEntries(
    given.map(([name, inner]) => {
      room.left -= name.length;
      return [name, room.left > 0 ? shown(shape[name] as z.ZodType, inner, room) : omitted];
    }),
  );
}

function shownItems(element: z.ZodType, items: readonly unknown[], room: Room): unknown[] {
  const first = items.slice(0, mostItems).map((item) => (room.left > 0 ? shown(element, item, room) : omitted));
  return items.length > mostItems ? [...first, `… ${items.length - mostItems} more`] : first;
}

function shownLeaf(value: unknown, room: Room): unknown {
  if (typeof value === 'object') return hidden;
  const text = typeof value === 'string' && value.length > mostCharacters;
  const leaf = text ? `${value.slice(0, mostCharacters)}…`.toWellFormed() : value;
  const bytes = Buffer.byteLength(JSON.stringify(leaf));
  room.left -= bytes;
  return room.left >= 0 ? leaf : omitted;
}
