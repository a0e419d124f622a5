import { turnToContinue } from './event-loop.ts';

/** About what is written as JSON in one to two milliseconds: 20,000 values, or 1,280,000 characters. */
const partWeight = 20_000;

/** A long text takes as long to write as this many characters take for one value. */
const charactersOfValue = 64;

/** The number of items of a list that are weighed. Weighing a value takes half as long as writing it. */
const weighedItems = 16;

/**
 * Returns a value as JSON. A promise is returned only for a large value: it is written in parts, and other requests run
 * between them.
 */
export function jsonText(value: unknown): string | Promise<string> {
  return isLarge(value) ? joined(partsOf(value)) : JSON.stringify(value);
}

/** Returns whether it takes noticeably long to write a value as JSON. */
export function isLarge(value: unknown): boolean {
  return weigh(value, partWeight) <= 0;
}

async function joined(parts: Iterable<string>): Promise<string> {
  const texts: string[] = [];
  for (const part of parts) {
    texts.push(part);
    const turn = turnToContinue();
    if (turn) await turn;
  }
  return texts.join('');
}

function* partsOf(value: unknown): Generator<string> {
  if (!isLarge(value) || typeof value !== 'object' || value === null || 'toJSON' in value)
    yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* partsOfList(value);
  else yield* partsOfObject(value);
}

function* partsOfList(items: readonly unknown[]): Generator<string> {
  let separator = '[';
  for (const run of runsOf(items)) {
    yield separator;
    if (run.length === 1) yield* partsOf(run[0]);
    else yield JSON.stringify(run).slice(1, -1);
    separator = ',';
  }
  yield ']';
}

/** Yields runs of items that are small together, and each large item alone. */
function* runsOf(items: readonly unknown[]): Generator<unknown[]> {
  let run: unknown[] = [];
  let left = partWeight;
  for (const item of items) {
    left = weigh(item, left);
    if (left <= 0 && run.length > 0) {
      yield run;
      run = [];
      left = weigh(item, partWeight);
    }
    run.push(item);
  }
  if (run.length > 0) yield run;
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

/** Returns what is left of a weight without this value. Stops as soon as nothing is left. */
function weigh(value: unknown, weight: number): number {
  let left = weight - 1;
  if (typeof value === 'string') return left - value.length / charactersOfValue;
  if (typeof value !== 'object' || value === null) return left;
  if (Array.isArray(value)) return weighList(value, left);
  for (const name in value) {
    if (left <= 0) return left;
    left = weigh(value[name as never], left);
  }
  return left;
}

/** Weighs some items of a long list as if the others were like them, because most lists have items of one type. */
function weighList(items: readonly unknown[], weight: number): number {
  const step = Math.ceil(items.length / weighedItems);
  let left = weight;
  for (let index = 0; index < items.length && left > 0; index += step)
    left -= Math.min(step, items.length - index) * (left - weigh(items[index], left));
  return left;
}
