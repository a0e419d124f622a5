export type Value = string | number | null;

type Listed = string | number;
type Bound = Value | readonly Listed[];

/** Replaces each `:name` with question marks, except in quotes and comments. Lists go into `IN (:list)`. */
export function bind(sql: string, values: Record<string, Bound | undefined>): [sql: string, parameters: Value[]] {
  const { texts, names, single } = partsOf(sql);
  const parameters: Value[] = [];
  const counts = names.map((name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the statement has no value for :${name}`);
    const before = parameters.length;
    if (isList(value)) addPadded(parameters, value);
    else parameters.push(value);
    return parameters.length - before;
  });
  return [parameters.length === names.length ? single : joined(texts, counts), parameters];
}

function isList(value: Bound): value is readonly Listed[] {
  return Array.isArray(value);
}

/** Pads the list to a power of two with its last value, so that servers keep few prepared statements. */
function addPadded(parameters: Value[], list: readonly Listed[]): void {
  for (const value of list) parameters.push(value);
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, list.length)));
  for (let length = list.length; length < size; length += 1) parameters.push(list.at(-1) ?? '');
}

interface Parts {
  names: string[];
  texts: string[];
  single: string;
}

function joined(texts: readonly string[], counts: readonly number[]): string {
  return texts.reduce((text, next, index) => `${text}${'?, '.repeat((counts[index - 1] ?? 1) - 1)}?${next}`);
}

const maxKept = 2000;
const kept = new Map<string, Parts>();

function partsOf(sql: string): Parts {
  const known = kept.get(sql);
  if (known) return known;
  if (kept.size === maxKept) kept.clear();
  const parts = takeApart(sql);
  kept.set(sql, parts);
  return parts;
}

const token = /'[^']*'|"[^"]*"|`[^`]*`|--\s.*|\/\*[\s\S]*?\*\/|::|:([a-z]\w*)|['"`]|\/\*/gi;

function takeApart(sql: string): Parts {
  const names: string[] = [];
  const texts: string[] = [];
  let end = 0;
  for (const { 0: found, 1: name, index } of sql.matchAll(token)) {
    if (/^(['"`]|\/\*)$/.test(found)) throw new Error(`the statement has an unclosed ${found}: ${sql}`);
    if (name === undefined) continue;
    names.push(name);
    texts.push(sql.slice(end, index));
    end = index + found.length;
  }
  texts.push(sql.slice(end));
  return { names, texts, single: texts.join('?') };
}
