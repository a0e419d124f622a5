import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/kernel/database/database.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { addPartition, dropPartition, partitionsOf } from '../src/kernel/database/engines/partitions.ts';
import { readEvents, readEventsOf } from '../src/kernel/event-log/event-reader.ts';
import { pruneEvents } from '../src/kernel/event-log/event-retention.ts';
import { daysAgo } from '../src/kernel/values/instant.ts';
import { model } from '../src/main/registries/tables.ts';
import { ask } from './ask.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import { scenariosOf } from './scenarios.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

const sessions = 100_000;
/** A partition holds a million events: those of a day. */
const eventsEachDay = 1_000_000;
const rowsAtOnce = 100_000;
const keptDays = 400;
const tills = 4;
const pauseMilliseconds = 40;
const idleSeconds = 20;
const lookups = 200;

interface Measured {
  what: string;
  seconds: number;
  /** The claims in that time, in milliseconds. */
  claims: number[];
}

/** Removes a day of events with their partition, while tills claim sessions. */
export async function measurePartitions(databases: BenchServer, events: number): Promise<string> {
  if (events < 3 * eventsEachDay) throw new Error('--events must be at least 3000000');
  const url = await databases.create();
  const data = await fill(url, sessions);
  const database = await openDatabase(url, model);
  const service = await startService(url);
  try {
    while (((await partitionsOf(database, 'events')).at(-2)?.end ?? 0) < events) await extend(database);
    await addEvents(database, data, events);
    const load = startClaims(service, data);
    const measured: Measured[] = [];
    const measure = async (what: string, work: () => Promise<unknown>) => {
      load.milliseconds.length = 0;
      const began = performance.now();
      await work();
      const seconds = (performance.now() - began) / 1000;
      await sleep(500); // claims that waited answer
      measured.push({ what, seconds, claims: [...load.milliseconds] });
    };
    await measure('nothing else', () => sleep(idleSeconds * 1000));
    await measure(`${lookups} events by id`, () => findByIds(database, events));
    await measure(`${lookups} pages of the log`, () => readPages(database, data, events));
    await measure('removing a day', () => pruneDay(database));
    await measure('dropping the partition of a day alone', () => dropDay(database));
    await measure('adding a partition', () => extend(database));
    await load.stop();
    return tableOf(measured, {
      [`${events.toLocaleString('en')} events, beside ${tills} tills`]: ({ what }) => what,
      seconds: ({ seconds }) => seconds.toFixed(2),
      claims: ({ claims }) => claims.length.toFixed(0),
      'p50 ms': ({ claims }) => percentile(claims, 0.5),
      'p99 ms': ({ claims }) => percentile(claims, 0.99),
      'longest ms': ({ claims }) => percentile(claims, 1),
    });
  } finally {
    await service.stop();
    await database.close();
  }
}

/** Writes events of the days that begin at the end of the retention period. */
async function addEvents(database: Database, { accountId, coupons }: Data, amount: number): Promise<void> {
  const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS digit`).join(' UNION ALL ');
  const noun = JSON.stringify({ session: 'x'.repeat(20), campaign: coupons[0], note: 'x'.repeat(400) });
  for (let first = 0; first < amount; first += rowsAtOnce) {
    const day = Math.floor(first / eventsEachDay);
    await database.background.transaction(({ change }) =>
      change(
        `INSERT INTO events (number, position, id, account_id, kind, type, created_at, campaign_id, session, data)
         SELECT ${first + 1} + n, ${first + 1} + n, CONCAT('evt_', LPAD(${first + 1} + n, 20, '0')), ?, 'COUPON', 'coupon_opened', ?, ?, CONCAT('s', MOD(n, 50000)), ?
         FROM (SELECT a.digit + 10 * b.digit + 100 * c.digit + 1000 * d.digit + 10000 * e.digit AS n
               FROM (${digits}) a JOIN (${digits}) b JOIN (${digits}) c JOIN (${digits}) d JOIN (${digits}) e) numbers`,
        [accountId, daysAgo(keptDays + 2 - day), coupons[0] ?? null, noun],
      ),
    );
  }
  await database.transaction(({ change }) =>
    change(`UPDATE sequences SET value = ? WHERE name = 'event_position'`, [amount]),
  );
}

async function findByIds(database: Database, events: number): Promise<void> {
  for (let n = 0; n < lookups; n += 1) {
    const { events: found } = await readEventsOf(database, [`evt_${String(any(events)).padStart(20, '0')}`]);
    if (found.length !== 1) throw new Error('the event is missing');
  }
}

async function readPages(database: Database, { accountId }: Data, events: number): Promise<void> {
  for (let n = 0; n < lookups; n += 1) {
    const { events: page } = await readEvents(database, { accountId }, { after: any(events - 1000), size: 100 });
    if (page.length !== 100) throw new Error('events are missing');
  }
}

function any(amount: number): number {
  return 1 + Math.floor(Math.random() * amount);
}

async function pruneDay(database: Database): Promise<void> {
  while ((await partitionsOf(database, 'events')).some(({ end }) => end === eventsEachDay))
    await pruneEvents(database.background, { keptDays });
}

async function dropDay(database: Database): Promise<void> {
  for (const [partition] = await partitionsOf(database, 'events'); partition; )
    if (await dropPartition(database, 'events', partition)) return;
}

async function extend(database: Database): Promise<void> {
  const last = (await partitionsOf(database, 'events')).at(-2)?.end ?? 0;
  while (!(await addPartition(database, 'events', last + eventsEachDay)));
}

function startClaims(service: ServerProcess, data: Data) {
  const milliseconds: number[] = [];
  const claim = scenariosOf(data).find(({ name }) => name === 'claim');
  if (!claim) throw new Error('the scenario is missing');
  const { path, body } = claim.request;
  let running = true;
  let next = 0;
  const working = Promise.all(
    Array.from({ length: tills }, async () => {
      while (running && next < data.unclaimed.length) {
        const began = performance.now();
        await ask(service, path, body(next++), data);
        milliseconds.push(performance.now() - began);
        await sleep(Math.random() * pauseMilliseconds);
      }
    }),
  );
  return {
    milliseconds,
    stop: async () => {
      running = false;
      await working;
    },
  };
}

function percentile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}
