import { countFiles } from '../../exports/job-file.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import type { Job, JobProgress } from '../../kernel/jobs/job.ts';
import { jobKind } from '../../kernel/jobs/job-definition.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { hashOf } from '../../personal-data/address-hash.ts';
import type { SoughtPerson } from '../../personal-data/sought-person.ts';

export type PersonAddress = Pick<SoughtPerson, 'email' | 'phone'>;

/**
 * The state of the job. It is removed when the job ends. The key in it lets an erasure find the tokens of an earlier
 * one that ended early.
 */
export interface PersonWork extends PersonAddress {
  key: string | null;
}

export const exportKind = jobKind<PersonWork>('exportPersonalDataStep');
export const erasureKind = jobKind<PersonWork>('erasePersonalDataStep');

export interface PersonProgress extends Pick<JobProgress, 'created'> {
  /** The noun whose rows come next. Null when all nouns are done. */
  noun: string | null;
  /** The key after which the search within the noun continues. */
  after: string | null;
  records: Record<string, number>;
  parts: number;
  characters: number;
}

export function isPersonWork({ kind }: Pick<Job, 'kind'>): boolean {
  return kind === exportKind.kind || kind === erasureKind.kind;
}

export function hasExport(job: Job): boolean {
  return job.kind === exportKind.kind && job.status === 'DONE';
}

export function progressOf({ progress }: Job): PersonProgress {
  return JSON.parse(progress ?? '') as PersonProgress;
}

const maxExports = 10;

/** Throws `TOO_MANY_PERSONAL_EXPORTS` at the limit. The caller must have locked the row of the account. */
export async function requireRoomForExport(transaction: Transaction, accountId: string): Promise<void> {
  if ((await countFiles(transaction, accountId, exportKind.kind)) >= maxExports)
    throw new Problem('TOO_MANY_PERSONAL_EXPORTS');
}

/** The request log stores a request a second later. The job must not start before that. */
const pauseSeconds = 3;

export async function beginPersonWork(
  transaction: Transaction,
  kind: typeof exportKind,
  { accountId, email, phone }: PersonAddress & { accountId: string },
): Promise<Job> {
  const isErasure = kind.kind === erasureKind.kind;
  const key = isErasure ? await hashOf(transaction, `erasure ${accountId} ${email ?? phone}`) : null;
  const progress: PersonProgress = { created: 0, noun: '', after: null, records: {}, parts: 0, characters: 0 };
  const dueAt = toInstant(new Date(Date.now() + pauseSeconds * 1000));
  const job = await enqueue(transaction, kind, { email, phone, key }, { accountId, progress, dueAt });
  return { ...job, input: '{}' };
}
