import { yieldToEventLoop } from './event-loop.ts';

const partSize = 1000;

/**
 * Writes the value with empty lists, and then the items of the lists in parts. So readers can also work in parts, with
 * other requests between them.
 */
export async function* writeLines(value: unknown): AsyncGenerator<string> {
  const lists = listsOf(value);
  yield JSON.stringify(lists.length > 0 ? { ...(value as object), ...emptied(lists) } : value);
  for (const [name, items] of lists) {
    for (let start = 0; start < items.length; start += partSize) {
      const pause = yieldToEventLoop();
      if (pause) await pause;
      yield `\n${JSON.stringify([name, items.slice(start, start + partSize)])}`;
    }
  }
}

export async function readLines(text: AsyncIterable<string>): Promise<unknown> {
  const lines = linesIn(text);
  const value = JSON.parse((await lines.next()).value ?? '');
  for await (const line of lines) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    const [name, items] = JSON.parse(line);
    value[name].push(...items);
  }
  return value;
}

/**
 * Yields lines. If the text ends with a line feed, the last part is empty. `node:readline` would also split at U+2028.
 */
export async function* linesIn(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = '';
  for await (const part of text) {
    const lines = (begun + part).split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
  }
  yield begun;
}

function listsOf(value: unknown): [string, unknown[]][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
}

function emptied(lists: readonly [string, unknown[]][]): object {
  return Object.fromEntries(lists.map(([name]) => [name, []]));
}
