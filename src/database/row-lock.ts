import type { FindOneOptions } from 'typeorm';
import type { Connection } from './database.ts';

/** Until the transaction ends nobody else may change the row (`FOR SHARE`), or lock it either (`FOR UPDATE`). */
export type RowLock = 'FOR SHARE' | 'FOR UPDATE';

/** The lock as an option of TypeORM's `findOne`. SQLite needs none: its transactions come one after another. */
export function locked({ dialect }: Connection, lock?: RowLock): Pick<FindOneOptions, 'lock'> {
  if (!lock || dialect.name === 'sqlite') return {};
  return { lock: { mode: lock === 'FOR SHARE' ? 'pessimistic_read' : 'pessimistic_write' } };
}
