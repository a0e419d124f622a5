import type { Transaction } from './database.ts';

/** Does `work` and takes it back: answers what would happen, and changes nothing. */
export async function dryRun<Result>({ manager }: Transaction, work: () => Promise<Result>): Promise<Result> {
  await manager.query('SAVEPOINT rehearsal');
  const result = await work();
  await manager.query('ROLLBACK TO SAVEPOINT rehearsal');
  return result;
}
