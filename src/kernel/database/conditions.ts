import { FindOperator } from 'typeorm';
import { snakeCase } from './columns.ts';
import type { Value } from './statement.ts';

/** All conditions must hold. Null matches an absent value, and a list matches each of its values. */
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
