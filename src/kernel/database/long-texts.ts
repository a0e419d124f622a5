import type { EntitySchema } from 'typeorm';
import { callingAccount } from '../values/event-loop.ts';
import type { Database } from './database.ts';
import { batchedInGroups, fewLongRows } from './loaders.ts';
import { findRows, type SingleRow } from './rows.ts';
import type { Which } from './statement.ts';

/** A noun from a list. Its long texts have not been read. */
export type Brief<Noun, Long extends keyof Noun> = Omit<Noun, Long> & Partial<Pick<Noun, Long>>;

interface LongTexts<Noun, Long extends keyof Noun> {
  /** Reads rows without their long texts. */
  brief: SingleRow<Brief<Noun, Long>>;
  read: <Name extends Long>(database: Database, noun: Brief<Noun, Long>, name: Name) => Promise<Noun[Name] | null>;
}

/** Reads lists without their long texts, and reads each text only for those who ask for it. */
export function longTexts<Noun extends { id: string }, Long extends keyof Noun & string>(
  { table, ...row }: SingleRow<Noun>,
  names: readonly Long[],
): LongTexts<Noun, Long> {
  const properties = Object.keys(table.options.columns).filter((name) => !(names as readonly string[]).includes(name));
  const find = batchedInGroups<{ id: string; name: Long }, unknown>(
    ({ name }) => `${callingAccount() ?? ''} ${name}`,
    async (database, keys) => {
      const [{ name } = { name: names[0] as Long }] = keys;
      const which = { id: [...new Set(keys.map(({ id }) => id))] } as object as Which<Noun>;
      const found = await findRows(database, table as EntitySchema<Noun>, which, { select: ['id', name] });
      const byId = new Map(found.map((noun) => [noun.id, noun[name]]));
      return keys.map(({ id }) => byId.get(id) ?? null);
    },
    { maxKeys: fewLongRows, maxWaiting: 10_000 },
  );
  return {
    brief: { ...row, table, properties } as object as SingleRow<Brief<Noun, Long>>,
    read: async (database, noun, name) => {
      const known = noun[name as keyof typeof noun];
      return (
        known === undefined ? await find(database, { id: (noun as object as { id: string }).id, name }) : known
      ) as Noun[typeof name] | null;
    },
  };
}
