export type Value = string | number | null;

type Listed = string | number;

/** Replaces each `:name` of a statement by question marks and collects the values in their order. Lists stand in `IN (:list)`. */
export function bind(
  sql: string,
  values: Record<string, Value | readonly Listed[] | undefined>,
): [sql: string, parameters: Value[]] {
  const parameters: Value[] = [];
  const text = sql.replace(/:([a-zA-Z]\w*)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the statement has no value for :${name}`);
    if (!isList(value)) {
      parameters.push(value);
      return '?';
    }
    const list = padded(value);
    parameters.push(...list);
    return list.map(() => '?').join(', ');
  });
  return [text, parameters];
}

function isList(value: Value | readonly Listed[]): value is readonly Listed[] {
  return Array.isArray(value);
}

/** Lists grow to a power of two by repeating their last value, so that a server keeps few prepared statements. */
function padded(list: readonly Listed[]): Listed[] {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, list.length)));
  return [...list, ...Array<Listed>(size - list.length).fill(list.at(-1) ?? '')];
}
