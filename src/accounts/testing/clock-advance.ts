import { LessThan, LessThanOrEqual, Not } from 'typeorm';
import type { KeptDays } from '../../api/context.ts';
import { noteAhead } from '../../kernel/clocks/account-clocks.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { hasRow, requireRow } from '../../kernel/database/rows.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { holdJob, type Job, jobs, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { type Instant, now, realNow, toDate, toInstant } from '../../kernel/values/instant.ts';
import { accounts } from '../account/account.ts';
import { heardMilliseconds } from '../account/account-clock.ts';
import { clockFollowers, logCursors } from './clock-followers.ts';
import { pruneOnClock } from './clock-retention.ts';
import { endAdvance, setClock } from './clock-setting.ts';

interface Input {
  account: string;
  to: Instant;
  kept: KeptDays;
}

const kind = 'advanceTestClock';

/** Moves the clock from one due time to the next. At each, waits for all due work and its effects. */
export const advanceClockJob = defineJob<Input>(kind, {
  step: advance,
  onEarlyEnd: (transaction, { accountId }) => endAdvance(transaction, String(accountId)),
});

/** The pauses between checks, in seconds. They grow, so that an endpoint that hangs costs little. */
const pauses = [0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1];

async function advance(database: Database, { account, to, kept }: Input, job: Job): Promise<boolean | number> {
  const young = await secondsUntilHeard(database, account);
  if (young > 0) return young;
  const next = await nextDue(database, account);
  const busy = next.filter(isDue);
  if (busy.length > 0 || (await isJobDue(database, account))) {
    for (const { follow } of busy) await follow(database, account);
    return pause(database, job);
  }
  if (now() < to) return jump(database, { account, job, to });
  if (!(await hasLogArrived(database, account))) return pause(database, job);
  if ((await pruneOnClock(database, account, kept)) > 0) return 0;
  return database.transaction(async (transaction) => {
    if (await holdJob(transaction, job)) await endAdvance(transaction, account);
    return true;
  });
}

/** Returns the seconds until all processes know the account. Until then, others would work for it in real time. */
async function secondsUntilHeard(database: Database, id: string): Promise<number> {
  const account = await requireRow(database, accounts, { id });
  return (heardMilliseconds - (Date.now() - toDate(account.createdAt).getTime())) / 1000;
}

interface ClockStep {
  due: Instant | null;
  follow: (database: Database, accountId: string) => Promise<void>;
}

function nextDue(connection: Connection, accountId: string): Promise<ClockStep[]> {
  return Promise.all(
    clockFollowers.extensions.map(async (follower) => ({
      due: await follower.nextDue(connection, accountId),
      follow: follower.follow,
    })),
  );
}

function isDue({ due }: ClockStep): boolean {
  return due !== null && due <= now();
}

function earliest(next: readonly ClockStep[], to: Instant): Instant {
  return [to, ...next.flatMap(({ due }) => due ?? [])].sort()[0] ?? to;
}

async function pause(database: Database, job: Job): Promise<number> {
  const { waits = 0 } = JSON.parse(job.progress ?? '{}') as { waits?: number };
  await database.transaction((transaction) => saveProgress(transaction, job, { waits: waits + 1 }));
  return pauses[Math.min(waits, pauses.length - 1)] ?? 1;
}

async function jump(database: Database, { account, job, to }: { account: string; job: Job; to: Instant }) {
  const ahead = await database.transaction(async (transaction) => {
    if (!(await holdJob(transaction, job))) return null;
    // Work queued since the last check comes first.
    const [next, isJobNext] = [await nextDue(transaction, account), await isJobDue(transaction, account)];
    if (isJobNext || next.some(isDue)) return null;
    await saveProgress(transaction, job, { waits: 0 });
    return setClock(transaction, account, earliest(next, to));
  });
  if (ahead !== null) noteAhead(account, ahead);
  return 0;
}

/** The clock waits for jobs that are due within this much real time. */
const longestWaitMilliseconds = 60_000;

async function isJobDue(connection: Connection, accountId: string): Promise<boolean> {
  const soon = toInstant(new Date(toDate(realNow()).getTime() + longestWaitMilliseconds));
  return hasRow(connection, jobs, {
    ...{ accountId, kind: Not(kind), status: ['QUEUED', 'RUNNING'], dueAt: LessThanOrEqual(soon) },
  });
}

async function hasLogArrived(connection: Connection, accountId: string): Promise<boolean> {
  const [last] = await connection.rows<{ position: number | null }>(
    'SELECT MAX(e.position) AS position FROM events e WHERE e.account_id = ?',
    [accountId],
  );
  const position = last?.position ?? 0;
  return !(await hasRow(connection, sequences, { name: [...logCursors.extensions], value: LessThan(position) }));
}
