import { pino } from 'pino';
import type { Database } from '../src/kernel/database/database.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { insertRows } from '../src/kernel/database/row-insertion.ts';
import { events } from '../src/kernel/event-log/event.ts';
import { newId } from '../src/kernel/values/ids.ts';
import { now } from '../src/kernel/values/instant.ts';
import { model } from '../src/main/registries/tables.ts';
import { countNext } from '../src/statistics/counting/event-counting.ts';
import { reportOf } from '../src/statistics/report/report.ts';
import { quarterOf, quartersOfDay, quartersOfHour } from '../src/statistics/tally/quarter.ts';
import { median } from './compare.ts';
import { fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { Options } from './options.ts';
import { tableOf } from './table.ts';

const countedEvents = 60_000;
const reports = 41;
const year = { from: '2026-01-01', to: '2026-12-31' };
const first = quarterOf('2025-12-31 00:00');
const quarters = 367 * quartersOfDay;

interface Result {
  title: string;
  median: number;
  slowest: number | null;
  /** The median of reports that were made just before, whose rows the database has in memory. */
  again: number | null;
  aim: number;
}

/** Measures counting, and reports of a year in which every quarter hour of every campaign counted something. */
export async function measureStatistics(databases: BenchServer, { campaigns }: Options): Promise<string> {
  const url = await databases.create();
  const { accountId, coupons } = await fill(url, 1000);
  const database = await openDatabase(url, model);
  try {
    const counting = await measureCounting(database, accountId, coupons);
    const ids = Array.from({ length: campaigns }, (_, index) => `cam_${String(index).padStart(12, '0')}`);
    await fillStatistics(database, [accountId, ...ids]);
    const results = [
      { title: 'counting an event, CPU µs', median: counting, slowest: null, again: null, aim: 10 },
      await measureReports(database, '365 days of a campaign, ms', ids, 'Europe/Berlin'),
      await measureReports(database, '365 days in a zone with half hours, ms', ids, 'Asia/Kolkata'),
      await measureReports(database, '365 days of the account, ms', [accountId], 'Europe/Berlin'),
    ];
    return tableOf<Result>(results, {
      [`statistics of ${campaigns} campaigns`]: ({ title }) => title,
      median: ({ median }) => median.toFixed(1),
      slowest: ({ slowest }) => slowest?.toFixed(1) ?? '',
      again: ({ again }) => again?.toFixed(1) ?? '',
      aim: ({ aim }) => String(aim),
    });
  } finally {
    await database.close();
  }
}

/** Returns the CPU time of this process for each event: half are claims, the others creations and validations. */
async function measureCounting(database: Database, accountId: string, coupons: readonly string[]): Promise<number> {
  const [session = {}] = await database.rows<object>('SELECT s.* FROM coupon_sessions s LIMIT 1');
  const data = JSON.stringify({ ...session, claimedAt: now(), validatedAt: now(), moneySpent: '12.500', claims: 1 });
  const types = ['coupon_claimed', 'coupon_session_created', 'coupon_claimed', 'coupon_validated'];
  for (let done = 0; done < countedEvents; done += 2048) {
    const rows = Array.from({ length: Math.min(2048, countedEvents - done) }, (_, index) => ({
      position: done + index + 1,
      id: newId('event'),
      accountId,
      kind: 'COUPON' as const,
      type: types[index % types.length] ?? '',
      createdAt: now(),
      campaignId: coupons[index % coupons.length] ?? null,
      data,
    }));
    await database.transaction((transaction) => insertRows(transaction, events, rows));
  }
  await database.transaction((transaction) =>
    transaction.change(`UPDATE sequences SET value = ? WHERE name = 'event_position'`, [countedEvents]),
  );
  const log = pino({ level: 'silent' });
  const before = process.cpuUsage();
  while ((await countNext(database, log)) > 0);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / countedEvents;
}

/** Stores a count for each quarter hour and each hour of a year. */
export async function fillStatistics(database: Database, ids: readonly string[]): Promise<void> {
  const counted = 'created, opened, claimed, validated, money_spent, sent, delivered, refused';
  for (const span of [1, quartersOfHour]) {
    for (const id of ids) {
      await database.transaction((transaction) =>
        transaction.change(
          `${transaction.dialect.insertIfAbsent} INTO statistics (campaign_id, span, bucket, ${counted})
           WITH RECURSIVE digits (d) AS (SELECT 0 UNION ALL SELECT d + 1 FROM digits WHERE d < 199)
           SELECT ?, ?, ? + (one.d * 200 + other.d) * ?, 9, 8, 7, 6, 54321, 5, 4, 3 FROM digits one JOIN digits other
           WHERE one.d * 200 + other.d < ?`,
          [id, span, first, span, quarters / span],
        ),
      );
    }
  }
}

async function measureReports(
  database: Database,
  title: string,
  ids: readonly string[],
  timezone: string,
): Promise<Result> {
  const [cold, again]: [number[], number[]] = [[], []];
  for (let report = 0; report < reports; report += 1) {
    const id = ids[(report * 7) % ids.length] ?? '';
    for (const times of [cold, again]) {
      const began = performance.now();
      await reportOf(database, { id, timezone }, { ...year, by: 'DAY' });
      times.push(performance.now() - began);
    }
  }
  return { title, median: median(cold), slowest: Math.max(...cold), again: median(again), aim: 20 };
}
