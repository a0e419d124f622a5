import { type EntitySchema, MoreThan } from 'typeorm';
import type { Connection } from './database.ts';
import { findRows } from './rows.ts';
import type { Which } from './statement.ts';

interface Paging<Noun, Key extends keyof Noun, Property extends keyof Noun> {
  by: Key;
  take: number;
  select?: readonly Property[];
}

export async function* rowPages<Noun, Key extends keyof Noun & string, Property extends keyof Noun = keyof Noun>(
  connection: Connection,
  table: EntitySchema<Noun>,
  which: Which<NoInfer<Noun>>,
  { by, take, select }: Paging<NoInfer<Noun>, Key, Property>,
): AsyncGenerator<Pick<Noun, Property>[]> {
  const order = { [by]: 'ASC' } as { [Name in keyof Noun]?: 'ASC' };
  for (let after: Which<Noun> = which; ; ) {
    const page = await findRows<Noun, Property>(connection, table, after, { ...(select && { select }), order, take });
    if (page.length > 0) yield page;
    if (page.length < take) return;
    const last = page.at(-1) as Noun;
    after = { ...which, [by]: MoreThan(last[by]) };
  }
}
