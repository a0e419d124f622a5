import type { Row } from '../../src/rest/adapter/row.ts';

type Path = Pick<Row<unknown>, 'method' | 'path'>;

/** Returns a request with its fields in the documented places: in the path, and in the query string or the body. */
export function requestFor({ method = 'POST', path }: Path, fields: object) {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const others = Object.entries(fields).filter(([name]) => !inPath.has(name));
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(onTheWire(fields[name as never])));
  if (method !== 'GET') return { method, path: filled, fields: Object.fromEntries(others) };
  const query = new URLSearchParams(others.map(([name, value]) => [name, onTheWire(value)]));
  return { method, path: others.length > 0 ? `${filled}?${query}` : filled, fields: undefined };
}

/** Returns the value as text for a path or a query string. */
export function onTheWire(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return text.toWellFormed();
}

/** Returns whether the field is sent as text because it is in the path or the query string. */
export function isWrittenAsText({ method, path }: Path, field: string): boolean {
  return method === 'GET' || isInPath(path, field);
}

export function isInPath(path: string, field: string): boolean {
  return path.includes(`{${field}}`);
}
