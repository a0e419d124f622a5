import { invalidInput } from '../problem.ts';
import { toDate, toInstant } from '../values/instant.ts';
import type { Value } from './statement.ts';

/** The arguments of a Relay connection. */
export interface PageArguments {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** The part of a list to read. Lists are in descending order of a time and a unique value. */
export interface Page {
  /** The maximum number of items on the page. */
  size: number;
  /** Whether the page is read from the end of the list. */
  backward: boolean;
  /** The keys where the page begins, exclusive: those of the item before it, or after it when reading backward. */
  from: [string, string] | null;
}

export interface RelayConnection<Node> {
  edges: { node: Node; cursor: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
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

/** Returns the number of items before the page with this number. Pages count from 1 and have the same size. */
export function offsetOf(page: Page, number: number | null | undefined): number {
  if (number == null) return 0;
  if (page.from || page.backward) throw invalidInput('page', 'cannot be combined with after, before and last');
  return (number - 1) * page.size;
}

/**
 * Returns the end of a SELECT for the page: the condition that follows the others (`AND …`), the order, and a limit of
 * one more than the page, which shows whether a further page exists. The form of the condition lets servers find the
 * start of the page in an index, even among the thousands of rows that a bulk creation inserts with one timestamp.
 */
export function keyset(
  page: Page,
  first: string,
  second: string,
): { condition: string; ending: string; values: Value[] } {
  const [comparison, direction] = directionOf(page);
  return {
    condition: page.from
      ? `AND ${first} ${comparison}= ? AND (${first} ${comparison} ? OR (${first} = ? AND ${second} ${comparison} ?))`
      : '',
    ending: `ORDER BY ${first} ${direction}, ${second} ${direction} LIMIT ${page.size + 1}`,
    values: page.from ? [page.from[0], page.from[0], ...page.from] : [],
  };
}

/** Like `keyset`, for a list whose unique value alone, a number, has the order of the times. */
export function numberKeyset(page: Page, column: string): { condition: string; ending: string; values: Value[] } {
  const [comparison, direction] = directionOf(page);
  const from = page.from && Number(page.from[1]);
  if (from !== null && !Number.isSafeInteger(from)) throw notACursor(page.backward ? 'before' : 'after');
  return {
    condition: from === null ? '' : `AND ${column} ${comparison} ?`,
    ending: `ORDER BY ${column} ${direction} LIMIT ${page.size + 1}`,
    values: from === null ? [] : [from],
  };
}

function directionOf({ backward }: Page): [comparison: string, direction: string] {
  return backward ? ['>', 'ASC'] : ['<', 'DESC'];
}

/** Returns the page as a Relay connection. `rows` are in reading order. */
export function toConnection<Node>(
  rows: Node[],
  page: Page,
  keysOf: (node: Node) => [string, string | number],
): RelayConnection<Node> {
  const more = rows.length > page.size;
  const kept = rows.slice(0, page.size);
  const edges = (page.backward ? kept.toReversed() : kept).map((node) => new Edge(node, keysOf));
  return {
    edges,
    pageInfo: {
      hasNextPage: page.backward ? page.from !== null : more,
      hasPreviousPage: page.backward ? more : page.from !== null,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** An edge that renders its cursor only when a query selects it. */
class Edge<Node> {
  readonly node: Node;
  readonly #keysOf: (node: Node) => [string, string | number];

  constructor(node: Node, keysOf: (node: Node) => [string, string | number]) {
    this.node = node;
    this.#keysOf = keysOf;
  }

  get cursor(): string {
    return Buffer.from(JSON.stringify(this.#keysOf(this.node))).toString('base64url');
  }
}

function decode(cursor: string | null | undefined, field: string): [string, string] | null {
  if (cursor == null) return null;
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(keys) && keys.length === 2 && isInstant(keys[0]) && isKey(keys[1]))
      return [keys[0], String(keys[1])];
  } catch {
    // Unreadable text is rejected below, like readable text that is not a cursor.
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
