import type { Connection, Transaction } from '../kernel/database/database.ts';
import { ExtensionPoint } from '../kernel/extension-point.ts';
import type { TokenKind } from './personal-token.ts';
import type { SoughtPerson } from './sought-person.ts';

/** Rows of a person, and the key after which the search goes on: null when no rows are left. */
export interface FoundRows<Row> {
  rows: Row[];
  after: string | null;
}

/** What a noun stores about people: how it is found, exported and erased. A noun uses its own tables only. */
export interface PersonalNoun {
  readonly name: string;
  next(connection: Connection, person: SoughtPerson, after: string | null): Promise<FoundRows<object>>;
  tokensOf(rows: readonly object[]): { kind: TokenKind; value: string }[];
  exported(rows: readonly object[]): readonly object[];
  /**
   * Erases what the rows tell about the person. It runs in the transaction that has found them. Missing if the rows tell
   * nothing about the person once those that they refer to are erased.
   */
  erase?(transaction: Transaction, person: SoughtPerson, rows: readonly object[]): Promise<void>;
}

interface NounOf<Row extends object> {
  name: string;
  next(connection: Connection, person: SoughtPerson, after: string | null): Promise<FoundRows<Row>>;
  tokensOf?: (rows: readonly Row[]) => { kind: TokenKind; value: string }[];
  exported?: (rows: readonly Row[]) => readonly object[];
  erase?: (transaction: Transaction, person: SoughtPerson, rows: readonly Row[]) => Promise<void>;
}

export function personalNoun<Row extends object>(noun: NounOf<Row>): PersonalNoun {
  return { tokensOf: () => [], exported: (rows: readonly object[]) => rows, ...noun } as PersonalNoun;
}

/** Everything that the account stores about people, in an order in which each noun follows those it refers to. */
export const personalNouns = new ExtensionPoint<PersonalNoun>('personalNouns');

export const rowsAtOnce = 500;

/** Returns the rows of the person among those examined. The search goes on after the last of these, if there are more. */
export function foundAmong<Row extends object, Examined extends object>(
  examined: readonly Examined[],
  keyOf: (row: Examined) => string | number,
  found: Row[],
  most = rowsAtOnce,
): FoundRows<Row> {
  const last = examined.at(-1);
  return { rows: found, after: last && examined.length >= most ? String(keyOf(last)) : null };
}
