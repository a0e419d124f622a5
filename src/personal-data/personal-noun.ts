import type { Connection, Transaction } from '../kernel/database/database.ts';
import { ExtensionPoint } from '../kernel/extension-point.ts';
import type { TokenKind } from './personal-token.ts';
import type { SoughtPerson } from './sought-person.ts';

/** The rows of a person, and the key after which the search continues. It is null if no rows are left. */
export interface RowPage<Row> {
  rows: Row[];
  after: string | null;
}

/** Describes how to find, export and erase the personal data in the tables of a noun. */
export interface PersonalNoun {
  readonly name: string;
  next(connection: Connection, person: SoughtPerson, after: string | null): Promise<RowPage<object>>;
  tokensOf(rows: readonly object[]): { kind: TokenKind; value: string }[];
  exported(rows: readonly object[]): readonly object[];
  /**
   * Erases the rows in the transaction that found them. Missing if it is enough to erase the rows to which they refer.
   */
  erase?(transaction: Transaction, person: SoughtPerson, rows: readonly object[]): Promise<void>;
}

interface NounOf<Row extends object> {
  name: string;
  next(connection: Connection, person: SoughtPerson, after: string | null): Promise<RowPage<Row>>;
  tokensOf?: (rows: readonly Row[]) => { kind: TokenKind; value: string }[];
  exported?: (rows: readonly Row[]) => readonly object[];
  erase?: (transaction: Transaction, person: SoughtPerson, rows: readonly Row[]) => Promise<void>;
}

export function personalNoun<Row extends object>(noun: NounOf<Row>): PersonalNoun {
  return { tokensOf: () => [], exported: (rows: readonly object[]) => rows, ...noun } as PersonalNoun;
}

/** All nouns with personal data. Each of them comes after those to which it refers. */
export const personalNouns = new ExtensionPoint<PersonalNoun>('personalNouns');

export const rowsAtOnce = 500;

export function foundAmong<Row extends object, Examined extends object>(
  examined: readonly Examined[],
  keyOf: (row: Examined) => string | number,
  found: Row[],
  max = rowsAtOnce,
): RowPage<Row> {
  const last = examined.at(-1);
  return { rows: found, after: last && examined.length >= max ? String(keyOf(last)) : null };
}
