import type { Transaction } from './database.ts';

export async function dryRun<Result>({ manager }: Transaction, work: () => Promise<Result>): Promise<Result> {
  await manager.query('SAVEPOINT rehearsal');
  const result = await work();
  await manager.query('ROLLBACK TO SAVEPOINT rehearsal');
  return result;
}
