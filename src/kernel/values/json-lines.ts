import { turnToContinue } from './event-loop.ts';

/** The number of items that are written or read in about a millisecond. */
const partSize = 1000;

/**
 * Returns a value as lines of JSON: the value with empty lists, then the items of its lists in parts. Unlike one JSON
 * text, lines can also be read in parts, and other requests run between them.
 */
export async function writeLines(value: unknown): Promise<string> {
  const lists = listsOf(value);
  const lines = [JSON.stringify(lists.length > 0 ? { ...(value as object), ...emptied(lists) } : value)];
  for (const [name, items] of lists) {
    for (let start = 0; start < items.length; start += partSize) {
      const turn = turnToContinue();
      if (turn) await turn;
      lines.push(JSON.stringify([name, items.slice(start, start + partSize)]));
    }
  }
  return lines.join('\n');
}

/** Returns the value that was written as lines. JSON has no line breaks of its own. */
export async function readLines(text: string): Promise<unknown> {
  const [first = '', ...parts] = text.split('\n');
  const value = JSON.parse(first);
  for (const part of parts) {
    const turn = turnToContinue();
    if (turn) await turn;
    const [name, items] = JSON.parse(part);
    value[name].push(...items);
  }
  return value;
}

function listsOf(value: unknown): [string, unknown[]][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
}

function emptied(lists: readonly [string, unknown[]][]): object {
  return Object.fromEntries(lists.map(([name]) => [name, []]));
}
