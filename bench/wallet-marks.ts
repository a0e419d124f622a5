import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { askGraphQL } from './ask.ts';
import type { Data } from './data.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';
import { fillWallets } from './wallet-data.ts';
import { sendPush, startApns, startTeller } from './wallet-push.ts';

const told = 60_000;
const shownLength = 100;
const mostDirty = 100;

interface Slow {
  milliseconds: number;
  /** The part of them in which the statement waited for locks of others. */
  waiting: number;
  statement: string;
}

/**
 * Measures the longest statements while a push message to many passes is sent, told, paused, resumed and cancelled, and
 * while its coupon changes. The log of slow statements of the server tells them.
 */
export async function measureMarks(databases: BenchServer, passes: number): Promise<string> {
  const url = await databases.create();
  const data = await fillWallets(url, passes);
  const log = await startSlowLog(url);
  const sink = await startApns();
  const service = await startService(url);
  const worker = startTeller(url, sink);
  try {
    const began = performance.now();
    const { recipients, push } = await sendPush(service, data);
    const answered = performance.now() - began;
    if (recipients !== passes) throw new Error(`the push has ${recipients} recipients`);
    while ((await sink.ask('count')).told < told) await sleep(50);
    for (const change of ['pauseJob', 'resumeJob', 'pauseJob', 'cancelJob']) {
      await changeJob(service, data, change, push.jobId);
      await sleep(1000);
    }
    await changeCoupon(service, data);
    await sleep(3000);
    const slow = await log.statements();
    const rows = [
      { milliseconds: answered, waiting: 0, statement: 'the whole call of sendCouponPush' },
      ...slow.slice(0, 8),
    ];
    return tableOf(rows, {
      [`a push to ${passes.toLocaleString('en')} passes: the longest statements`]: ({ statement }) => statement,
      ms: ({ milliseconds }) => milliseconds.toFixed(0),
      'of these waiting for locks': ({ waiting }) => waiting.toFixed(0),
      aim: ({ statement }) => (statement.startsWith('the') ? '' : '100'),
    });
  } finally {
    await Promise.all([worker.stop(), service.stop()]);
    sink.child.kill();
    await log.stop();
  }
}

async function changeJob(service: ServerProcess, data: Data, change: string, id: string): Promise<void> {
  const mutation = `mutation ($id: ID!) { ${change}(input: { id: $id }) { status } }`;
  await askGraphQL(service, mutation, { id }, data);
}

/** Changes what all passes of the coupon show. */
async function changeCoupon(service: ServerProcess, data: Data): Promise<void> {
  const mutation = 'mutation ($id: ID!) { updateCoupon(input: { id: $id, title: "Two loaves for free" }) { id } }';
  await askGraphQL(service, mutation, { id: data.coupons[0] }, data);
}

/** Lets the server log statements of more than ten milliseconds, until it is stopped. */
async function startSlowLog(url: string) {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  const former = await settingsOf();
  await writePages();
  await set({ log_output: "'TABLE'", long_query_time: 0.01, slow_query_log: 1 });
  const [[since]] = await connection.query<RowDataPacket[]>('SELECT NOW(6) AS at');
  const name = new URL(url).pathname.slice(1);

  /** Waits until the pages of the new rows are written. Otherwise statements would wait for the server to write them. */
  async function writePages(): Promise<void> {
    const [[given]] = await connection.query<RowDataPacket[]>('SELECT @@GLOBAL.innodb_max_dirty_pages_pct AS share');
    await set({ innodb_max_dirty_pages_pct: 0 });
    for (let tries = 0, dirty = Number.POSITIVE_INFINITY; dirty > mostDirty && tries < 300; tries += 1) {
      await sleep(100);
      const status = `SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'`;
      const [[row]] = await connection.query<RowDataPacket[]>(status);
      dirty = Number(row?.Value);
    }
    await set({ innodb_max_dirty_pages_pct: given?.share });
  }

  async function settingsOf(): Promise<Record<string, string | number>> {
    const [[row]] = await connection.query<RowDataPacket[]>(
      `SELECT @@GLOBAL.log_output AS log_output, @@GLOBAL.long_query_time AS long_query_time,
         @@GLOBAL.slow_query_log AS slow_query_log`,
    );
    return { ...(row as Record<string, number>), log_output: `'${row?.log_output}'` };
  }

  async function set(settings: Record<string, string | number>): Promise<void> {
    for (const [setting, value] of Object.entries(settings)) await connection.query(`SET GLOBAL ${setting} = ${value}`);
  }

  return {
    statements: async (): Promise<Slow[]> => {
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT ${millisecondsOf('query_time')} AS milliseconds, ${millisecondsOf('lock_time')} AS waiting, CONVERT(sql_text USING utf8mb4) AS statement
         FROM mysql.slow_log WHERE db = ? AND start_time >= ? ORDER BY 1 DESC LIMIT 1000`,
        [name, since?.at],
      );
      return longestOfEach(rows as Slow[]);
    },
    stop: async () => {
      await set(former);
      await connection.end();
    },
  };
}

/** Returns a time column as a number. The functions that convert a whole time differ between MySQL and MariaDB. */
function millisecondsOf(column: string): string {
  const seconds = `HOUR(${column}) * 3600 + MINUTE(${column}) * 60 + SECOND(${column})`;
  return `(${seconds}) * 1000 + MICROSECOND(${column}) / 1000`;
}

/** Returns the longest of the statements with the same beginning, the longest first. */
function longestOfEach(slow: readonly Slow[]): Slow[] {
  const longest = new Map<string, Slow>();
  for (const { milliseconds, waiting, statement } of slow) {
    const shown = statement
      .replace(/'[^']*'|\d+/g, '?')
      .replace(/\s+/g, ' ')
      .slice(0, shownLength);
    const one = { milliseconds: Number(milliseconds), waiting: Number(waiting), statement: shown };
    if (!longest.has(shown)) longest.set(shown, one);
  }
  return [...longest.values()];
}
