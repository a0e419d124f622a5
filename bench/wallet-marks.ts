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
const shownLength = 60;

interface Slow {
  milliseconds: number;
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
    const rows = [{ milliseconds: answered, statement: 'the whole call of sendCouponPush' }, ...slow.slice(0, 5)];
    return tableOf(rows, {
      [`a push to ${passes.toLocaleString('en')} passes: the longest statements`]: ({ statement }) => statement,
      ms: ({ milliseconds }) => milliseconds.toFixed(0),
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
  await set({ log_output: "'TABLE'", long_query_time: 0.01, slow_query_log: 1 });
  const [[since]] = await connection.query<RowDataPacket[]>('SELECT NOW(6) AS at');
  const name = new URL(url).pathname.slice(1);

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
        `SELECT (HOUR(query_time) * 3600 + MINUTE(query_time) * 60 + SECOND(query_time)) * 1000
             + MICROSECOND(query_time) / 1000 AS milliseconds, CONVERT(sql_text USING utf8mb4) AS statement
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

/** Returns the longest of the statements with the same beginning, the longest first. */
function longestOfEach(slow: readonly Slow[]): Slow[] {
  const longest = new Map<string, Slow>();
  for (const { milliseconds, statement } of slow) {
    const shown = statement.replace(/\s+/g, ' ').slice(0, shownLength);
    if (!longest.has(shown)) longest.set(shown, { milliseconds: Number(milliseconds), statement: shown });
  }
  return [...longest.values()];
}
