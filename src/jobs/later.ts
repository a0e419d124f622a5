import { now } from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import { newId } from '../ids.ts';
import { jobs } from './job.ts';

/** Has a worker do something once the transaction is committed, and only if it is. */
export async function later(transaction: Transaction, kind: string, input: object): Promise<void> {
  await transaction.manager.insert(jobs, {
    id: newId('job'),
    kind,
    input: JSON.stringify(input),
    status: 'QUEUED',
    attempts: 0,
    createdAt: now(),
    dueAt: now(),
  });
}
