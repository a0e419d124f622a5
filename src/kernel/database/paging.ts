import { invalidInput } from '../problem.ts';
import { toDate, toInstant } from '../values/instant.ts';
import type { Connection } from './database.ts';
import type { Value } from './statement.ts';

export interface PageArguments {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** A page in descending order of a time and a unique value, or in alphabetical order. */
export interface Page {
  size: number;
  backward: boolean;
  /** Where the page starts, exclusive: at the item before it or, when reading backward, at the item after it. */
  from: [string, string] | null;
}

export interface RelayConnection<Node> {
  edges: { node: Node; cursor: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

export interface Searched<Node> {
  found: Node[];
  stoppedAt: [string, string | number] | null;
}

const defaultSize = 100;

export function toPage({ first, after, last, before }: PageArguments): Page {
  if (last != null && (first != null || after != null))
    throw invalidInput('last', 'cannot be combined with first or after');
  if (last == null && before != null) throw invalidInput('before', 'requires last');
  const backward = last != null;
  return {
    size: last ?? first ?? defaultSize,
    backward,
    from: backward ? decode(before, 'before') : decode(after, 'after'),
  };
}

export function offsetOf(page: Page, number: number | null | undefined): number {
  if (number == null) return 0;
  if (page.from || page.backward) throw invalidInput('page', 'cannot be combined with after, before and last');
  return (number - 1) * page.size;
}

interface Keyset {
  condition: string;
  ending: string;
  values: Value[];
}

/**
 * Returns a condition and limit. One extra row shows whether there is another page. The form of the condition lets
 * servers use the index.
 */
export function keyset(page: Page, first: string, second: string): Keyset {
  const [comparison, direction] = directionOf(page);
  return {
    condition: page.from
      ? `AND ${first} ${comparison}= ? AND (${first} ${comparison} ? OR (${first} = ? AND ${second} ${comparison} ?))`
      : '',
    ending: `ORDER BY ${first} ${direction}, ${second} ${direction} LIMIT ${page.size + 1}`,
    values: page.from ? [page.from[0], page.from[0], ...page.from] : [],
  };
}

export function numberKeyset(page: Page, column: string): Keyset {
  const from = page.from && Number(page.from[1]);
  if (from !== null && !Number.isSafeInteger(from)) throw notACursor(page.backward ? 'before' : 'after');
  return columnKeyset(page, column, from, directionOf(page));
}

export function textKeyset(page: Page, column: string): Keyset {
  return columnKeyset(page, column, page.from?.[1] ?? null, page.backward ? ['<', 'DESC'] : ['>', 'ASC']);
}

function columnKeyset(page: Page, column: string, from: Value, [comparison, direction]: Direction): Keyset {
  return {
    condition: from === null ? '' : `AND ${column} ${comparison} ?`,
    ending: `ORDER BY ${column} ${direction} LIMIT ${page.size + 1}`,
    values: from === null ? [] : [from],
  };
}

/**
 * Returns a condition that ignores case. No index serves it, so use it only for short lists. A blank text matches
 * everything.
 */
export function searched(
  { dialect }: Pick<Connection, 'dialect'>,
  text: string | null | undefined,
  ...columns: string[]
): { condition: string; values: Value[] } {
  const wanted = text?.toLowerCase();
  if (!wanted) return { condition: '', values: [] };
  const matches = columns.map((column) => `INSTR(${dialect.lowerCase(column)}, ?) > 0`);
  return { condition: `AND (${matches.join(' OR ')})`, values: columns.map(() => wanted) };
}

type Direction = [comparison: string, direction: string];

function directionOf({ backward }: Page): Direction {
  return backward ? ['>', 'ASC'] : ['<', 'DESC'];
}

export function upToKeys(page: Page, keys: Searched<unknown>['stoppedAt'], first: string, second: string) {
  const [, direction] = directionOf(page);
  const comparison = direction === 'DESC' ? '>' : '<';
  return {
    condition: keys
      ? `AND ${first} ${comparison}= ? AND (${first} ${comparison} ? OR (${first} = ? AND ${second} ${comparison}= ?))`
      : '',
    values: keys ? [keys[0], keys[0], ...keys] : [],
  };
}

type Keys = [string, string | number];

export function toConnection<Node>(
  given: Node[] | Searched<Node>,
  page: Page,
  keysOf: (node: Node) => Keys,
): RelayConnection<Node> {
  const { found, stoppedAt } = Array.isArray(given) ? { found: given, stoppedAt: null } : given;
  const isFull = found.length > page.size;
  const kept = found.slice(0, page.size);
  const edges = (page.backward ? kept.toReversed() : kept).map((node) => new Edge(node, keysOf));
  const more = isFull || stoppedAt !== null;
  const stop = stoppedAt && !isFull ? cursorOf(stoppedAt) : null;
  return {
    edges,
    pageInfo: {
      hasNextPage: page.backward ? page.from !== null : more,
      hasPreviousPage: page.backward ? more : page.from !== null,
      startCursor: (page.backward ? stop : null) ?? edges.at(0)?.cursor ?? null,
      endCursor: (page.backward ? null : stop) ?? edges.at(-1)?.cursor ?? null,
    },
  };
}

function cursorOf(keys: Keys): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

/** Creates its cursor only when a query selects it. */
class Edge<Node> {
  readonly node: Node;
  readonly #keysOf: (node: Node) => Keys;

  constructor(node: Node, keysOf: (node: Node) => Keys) {
    this.node = node;
    this.#keysOf = keysOf;
  }

  get cursor(): string {
    return cursorOf(this.#keysOf(this.node));
  }
}

function decode(cursor: string | null | undefined, field: string): [string, string] | null {
  if (cursor == null) return null;
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(keys) && keys.length === 2 && isInstant(keys[0]) && isKey(keys[1]))
      return [keys[0], String(keys[1])];
  } catch {
    // It is rejected below, like a readable text that is not a cursor.
  }
  throw notACursor(field);
}

function notACursor(field: string) {
  return invalidInput(field, 'is not a cursor of this list');
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && toInstant(toDate(value)).startsWith(value);
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
