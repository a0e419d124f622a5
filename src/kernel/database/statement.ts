import { FindOperator } from 'typeorm';
import { snakeCase } from './columns.ts';

export type Value = string | number | null;

type Listed = string | number;
type Bound = Value | readonly Listed[];

export type Named = Readonly<Record<string, Bound | undefined>>;

/** Values in the order of the question marks, or by the names that the statement gives them. */
export type Parameters = readonly Value[] | Named;

/** Returns the statement with question marks only, and their values in order. */
export function inOrder(sql: string, parameters: Parameters): [sql: string, values: Value[]] {
  return Array.isArray(parameters) ? [sql, parameters] : bind(sql, parameters as Named);
}

/** Replaces each `:name` with question marks, except in quotes and comments. A list goes into `IN (:list)`. */
export function bind(sql: string, values: Named): [sql: string, parameters: Value[]] {
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

/** Repeats the last value of a list up to a power of two, so that servers keep few prepared statements. */
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

/** Conditions, all of which must hold. Null matches an absent value, and a list matches each of its values. */
export type Which<Noun> = {
  readonly [Property in keyof Noun]?:
    | Noun[Property]
    | readonly Noun[Property][]
    | FindOperator<NonNullable<Noun[Property]>>
    | FindOperator<null>;
};

export function withIds<Noun>(ids: readonly string[], others: { accountId?: string } = {}): Which<Noun> {
  return { id: ids, ...others } as object;
}

export interface Clause {
  sql: string;
  values: Record<string, Value | readonly (string | number)[]>;
}

export function clauseOf(which: readonly (object | undefined)[], alias = 't.'): Clause | null {
  const values: Clause['values'] = {};
  const conditions: string[] = [];
  for (const [index, one] of which.entries())
    for (const [name, value] of Object.entries(one ?? {})) {
      if (Array.isArray(value) && value.length === 0) return null;
      const key = index === 0 ? name : `${name}_of_${index}`;
      conditions.push(conditionOf(values, alias + snakeCase(name), key, value));
    }
  return { sql: conditions.join(' AND '), values };
}

const comparisons: Record<string, string> = {
  equal: '=',
  lessThan: '<',
  lessThanOrEqual: '<=',
  moreThan: '>',
  moreThanOrEqual: '>=',
  like: 'LIKE',
};

function conditionOf(values: Clause['values'], column: string, name: string, value: unknown): string {
  if (value === null) return `${column} IS NULL`;
  if (Array.isArray(value)) {
    values[name] = value;
    return `${column} IN (:${name})`;
  }
  if (value instanceof FindOperator) return comparisonOf(values, column, name, value);
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${column} is compared with no value`);
  values[name] = value;
  return `${column} = :${name}`;
}

function comparisonOf(values: Clause['values'], column: string, name: string, operator: FindOperator<unknown>): string {
  const { type, value, child } = operator;
  if (type === 'isNull') return `${column} IS NULL`;
  if (type === 'not' && (value === null || child?.type === 'isNull')) return `${column} IS NOT NULL`;
  if (type === 'and') {
    const parts = value as readonly FindOperator<unknown>[];
    return parts.map((part, index) => comparisonOf(values, column, `${name}_${index}`, part)).join(' AND ');
  }
  if (type === 'not' || type === 'in') {
    const isList = Array.isArray(value);
    values[name] = value as Value;
    return `${column} ${type === 'not' ? (isList ? 'NOT IN' : '<>') : 'IN'} ${isList ? `(:${name})` : `:${name}`}`;
  }
  const comparison = comparisons[type];
  if (!comparison) throw new Error(`${column} has the condition ${type}, which is not known here`);
  values[name] = value as Value;
  return `${column} ${comparison} :${name}`;
}
