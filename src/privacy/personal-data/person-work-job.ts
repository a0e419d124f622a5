import { Not } from 'typeorm';
import { countryOfAccount } from '../../accounts/account/account.ts';
import { isOver } from '../../exports/job-file.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { holdJob, type Job, jobs, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { Problem } from '../../kernel/problem.ts';
import { phoneKeys } from '../../kernel/values/phone-number.ts';
import { type PersonalNoun, personalNouns } from '../../personal-data/personal-noun.ts';
import { addTokens, removeTokens } from '../../personal-data/personal-token.ts';
import type { SoughtPerson } from '../../personal-data/sought-person.ts';
import { addParts, dropParts } from './exported-part.ts';
import { erasureKind, exportKind, type PersonProgress, type PersonWork, progressOf } from './person-work.ts';

/**
 * Exports the data. The rows, tokens and progress of a step commit together, so a crash causes no gaps or duplicates.
 */
export const exportPersonJob = defineJob<PersonWork>(exportKind.kind, {
  step: async (database, work, job) => {
    if (isOver(job)) throw new Problem('EXPORT_NOT_FOUND', 'The export was not finished within a day.');
    return workOnNext(database, { job, work, nouns: personalNouns.extensions }, exportRows);
  },
  onEarlyEnd: async (transaction, job) => {
    await dropParts(transaction, job);
    await removeTokens(transaction, job.id);
    await removeAddress(transaction, job);
  },
});

/** Erases the data. If it ends early, its tokens stay for the next erasure of the same address. */
export const erasePersonJob = defineJob<PersonWork>(erasureKind.kind, {
  step: async (database, work, job) => {
    const nouns = personalNouns.extensions.filter(({ erase }) => erase);
    const next = await workOnNext(database, { job, work, nouns }, eraseRows);
    return next === true && !(await database.overwriteRemoved()) ? untilReadSeconds : next;
  },
  onEarlyEnd: removeAddress,
});

/** The pause between steps, which keeps the load low. */
const breathSeconds = 0.02;

/** The pause before it checks again whether another process still reads the SQLite database. */
const untilReadSeconds = 1;

type RowWork = (
  transaction: Transaction,
  subject: { job: Job; person: SoughtPerson; noun: PersonalNoun; progress: PersonProgress },
  rows: readonly object[],
) => Promise<PersonProgress>;

function workOnNext(
  database: Database,
  { job, work: { email, phone, key }, nouns }: { job: Job; work: PersonWork; nouns: readonly PersonalNoun[] },
  workOn: RowWork,
): Promise<boolean | number> {
  return database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return breathSeconds;
    const before = progressOf(held);
    // The worker was killed after the last step, before it had ended the job.
    if (before.noun === null) return true;
    const accountId = job.accountId ?? '';
    const [, ...otherPhoneKeys] = phone ? phoneKeys(phone, await countryOfAccount(transaction, accountId)) : [];
    const person = { jobId: job.id, accountId, key: key ?? job.id, email, phone, otherPhoneKeys };
    const index = Math.max(
      0,
      nouns.findIndex(({ name }) => name === before.noun),
    );
    const noun = nouns[index];
    if (!noun) throw new Error('no noun is registered');
    const { rows, after } = await noun.next(transaction, person, before.after);
    await addTokens(transaction, person, noun.tokensOf(rows));
    const progress =
      rows.length > 0 ? await workOn(transaction, { job, person, noun, progress: before }, rows) : before;
    const next = after === null ? nouns[index + 1] : noun;
    if (!next && !(await areTokensGone(transaction, job, person))) return breathSeconds;
    await saveProgress(transaction, job, { ...progress, noun: next?.name ?? null, after });
    if (!next) await removeAddress(transaction, job);
    return next ? breathSeconds : true;
  });
}

/**
 * Removes a chunk of tokens, unless another erasure of the same address still needs them. Returns false if more may be
 * left to remove.
 */
async function areTokensGone(
  transaction: Transaction,
  { id, accountId }: Job,
  { key }: SoughtPerson,
): Promise<boolean> {
  const others = await findRows(
    transaction,
    jobs,
    { accountId, kind: erasureKind.kind, id: Not(id), status: ['QUEUED', 'RUNNING', 'PAUSED'] },
    { select: ['input'] },
  );
  const isNeeded = others.some(({ input }) => (JSON.parse(input) as Partial<PersonWork>).key === key);
  return isNeeded || removeTokens(transaction, key);
}

const maxCharacters = 32_000_000;

const exportRows: RowWork = async (transaction, { job, noun, progress }, rows) => {
  const records = noun.exported(rows);
  const added = await addParts(transaction, job, progress.parts, { noun: noun.name, records });
  const characters = progress.characters + added.characters;
  if (characters > maxCharacters) throw new Problem('BODY_TOO_LARGE', 'The data of the person have more than 32 MB.');
  return { ...counted(progress, noun, records.length), parts: progress.parts + added.parts, characters };
};

const eraseRows: RowWork = async (transaction, { noun, person, progress }, rows) => {
  await noun.erase?.(transaction, person, rows);
  return counted(progress, noun, rows.length);
};

function counted(progress: PersonProgress, { name }: PersonalNoun, more: number): PersonProgress {
  const records = { ...progress.records, ...(more > 0 && { [name]: (progress.records[name] ?? 0) + more }) };
  return { ...progress, records, created: progress.created + more };
}

async function removeAddress(transaction: Transaction, { id }: Job): Promise<void> {
  await updateRows(transaction, jobs, { id }, { input: '{}' });
}
