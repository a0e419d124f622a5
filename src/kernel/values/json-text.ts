import { yieldToEventLoop } from './event-loop.ts';

/** The weight of a large value: 20,000 values or 1,280,000 characters. It is written in one to two milliseconds. */
const largeWeight = 20_000;

const partWeight = 4_000;

const charactersOfValue = 64;

/** How many items of a list to weigh. Weighing takes half as long as writing. */
const weighedItems = 16;

export type Json = string | AsyncGenerator<Buffer>;

export function jsonText(value: unknown): Json {
  return isLarge(value) ? jsonBytes(value) : JSON.stringify(value);
}

export interface Written {
  body: Json | AsyncIterable<Buffer | string>;
  /** The number of bytes in memory behind a body in parts. */
  bytes: number;
}

/** Writes a body that is completely in memory. */
export function inMemory(value: object): Written {
  const body = jsonText(value);
  return { body, bytes: typeof body === 'string' ? 0 : bytesIn(value) };
}

export function isLarge(value: unknown): boolean {
  return weigh(value, largeWeight) <= 0;
}

/** Smaller parts are joined, because each write to a connection is slow. */
export const charactersOfWrite = 65_536;

export async function* jsonBytes(value: unknown): AsyncGenerator<Buffer> {
  let text = '';
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < charactersOfWrite) continue;
    // Node would read a text twice, to measure it and to encode it.
    yield Buffer.from(text);
    text = '';
    const pause = yieldToEventLoop();
    if (pause) await pause;
  }
  yield Buffer.from(text);
}

function* partsOf(value: unknown): Generator<string> {
  if (weigh(value, partWeight) > 0 || typeof value !== 'object' || value === null || 'toJSON' in value)
    yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) {
    yield '[';
    yield* partsOfItems(value);
    yield ']';
  } else yield* partsOfObject(value);
}

function* partsOfItems(items: readonly unknown[]): Generator<string> {
  const middle = items.length >> 1;
  if (middle === 0) yield* partsOf(items[0]);
  else if (weighList(items, partWeight) > 0) yield JSON.stringify(items).slice(1, -1);
  else {
    yield* partsOfItems(items.slice(0, middle));
    yield ',';
    yield* partsOfItems(items.slice(middle));
  }
}

function* partsOfObject(value: object): Generator<string> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* partsOf(member);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function weigh(value: unknown, weight: number): number {
  let left = weight - 1;
  if (typeof value === 'string') return left - value.length / charactersOfValue;
  if (typeof value !== 'object' || value === null) return left;
  if (Array.isArray(value)) return weighList(value, left);
  for (const name in value) {
    if (left <= 0) return left;
    left = weigh((value as Record<string, unknown>)[name], left);
  }
  return left;
}

/** Weighs a few items of a list, because most lists have items of one type. */
function weighList(items: readonly unknown[], weight: number): number {
  const step = Math.ceil(items.length / weighedItems);
  let left = weight;
  for (let index = 0; index < items.length && left > 0; index += step)
    left -= Math.min(step, items.length - index) * (left - weigh(items[index], left));
  return left;
}

/** Returns the approximate number of bytes of a value as JSON. */
export function bytesIn(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 3;
  if (typeof value !== 'object' || value === null) return 6;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value) bytes += bytesIn(item);
  else for (const name in value) bytes += name.length + 3 + bytesIn((value as Record<string, unknown>)[name]);
  return bytes;
}

/**
 * Clears the members of an object that is no longer needed. While a request waits, its promises move to the old
 * generation of the heap, and their values would live until the next full garbage collection. Copying the values takes
 * as long as writing the response.
 */
export function forget(object: object): void {
  for (const name of Object.keys(object)) (object as Record<string, unknown>)[name] = undefined;
}
