import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../src/vocabulary/ids.ts';
import { askGraphQL, untilDone } from './ask.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { MeasuredProcess, ServerProcess } from './measured-process.ts';
import { heapOfJobs, startCommand, startService, startWorkerProcess } from './servers.ts';
import { tableOf } from './table.ts';

/** Work that processes any number of records in a separate process. */
interface Stream {
  name: string;
  title: string;
  /** The memory limit that the process should keep to, in MB, if there is one. */
  aim?: number;
  run: (workplace: Workplace, records: number) => Promise<Run>;
}

interface Workplace {
  url: string;
  data: Data;
  /** A folder for files. */
  directory: string;
}

interface Run {
  seconds: number;
  /** Peak memory of the process, in MB. */
  peak: number;
}

/** Measures the speed and memory of jobs, imports and exports. Memory should be the same for half of the records as for all. */
export async function measureStreams(
  databases: BenchServer,
  records: number,
  wanted: (name: string) => boolean,
): Promise<string | null> {
  const chosen = streams.filter(({ name }) => wanted(name));
  if (chosen.length === 0) return null;
  const half = Math.round(records / 2);
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const few = await workplaceOf(databases, directory, half);
    const many = await workplaceOf(databases, directory, records);
    const results: { stream: Stream; few: Run; all: Run }[] = [];
    for (const stream of chosen)
      results.push({ stream, few: await stream.run(few, half), all: await stream.run(many, records) });
    const peakOf = (amount: number) => `peak MB for ${amount.toLocaleString('en')}`;
    return tableOf(results, {
      'record by record': ({ stream }) => stream.title,
      'rows/s': ({ all }) => (records / all.seconds).toFixed(0),
      [peakOf(half)]: ({ few }) => few.peak.toFixed(0),
      [peakOf(records)]: ({ all }) => all.peak.toFixed(0),
      aim: ({ stream }) => stream.aim?.toFixed(0) ?? 'flat',
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Measures on a database with that many sessions, all of which are exported. */
async function workplaceOf(databases: BenchServer, directory: string, records: number): Promise<Workplace> {
  const url = await databases.create();
  return { url, directory, data: await fill(url, records) };
}

/** Exports come first, because a job adds sessions. */
const streams: Stream[] = [
  { name: 'export', title: 'export of sessions, download', run: downloadSessions },
  { name: 'export', title: 'export of sessions, command line', run: exportByCommand },
  { name: 'import', title: 'import of validation codes, upload', run: uploadCodes },
  { name: 'import', title: 'import of validation codes, command line', run: importByCommand },
  { name: 'job', title: 'creation of sessions by a job', aim: 250, run: createByJob },
];

async function createByJob({ url, data }: Workplace, amount: number): Promise<Run> {
  const worker = startWorkerProcess(url, { heap: heapOfJobs });
  return withService(url, async (service) => {
    const began = performance.now();
    const { job } = await askGraphQL<{ job: { id: string } }>(
      service,
      'mutation ($input: CreateCouponSessionsJobInput!) { job: createCouponSessionsJob(input: $input) { id } }',
      { input: { coupon: data.coupons[0], amount } },
      data,
    );
    await untilDone(service, job.id, data);
    return runOf(began, worker);
  }).finally(worker.stop);
}

async function uploadCodes({ url, data, directory }: Workplace, amount: number): Promise<Run> {
  const file = await fileOfCodes(directory, amount);
  return withService(url, async (service) => {
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${service.port}/imports/coupon-codes?coupon=${data.coupons[1]}`, {
      method: 'POST',
      headers: { 'X-Client-Id': data.keyId, 'X-Client-Secret': data.secret },
      body: createReadStream(file) as never,
      duplex: 'half',
    } as RequestInit);
    const report = await response.text();
    if (!report.includes(`"imported":${amount},`)) throw new Error(`unexpected report: ${report.slice(0, 1000)}`);
    return runOf(began, service);
  });
}

async function importByCommand({ url, data, directory }: Workplace, amount: number): Promise<Run> {
  const file = await fileOfCodes(directory, amount);
  const coupon = data.coupons[2] ?? '';
  return runCommand(url, 'import', 'codes', '--account', data.accountId, '--coupon', coupon, file);
}

async function fileOfCodes(directory: string, amount: number): Promise<string> {
  const file = join(directory, 'codes.csv');
  await writeFile(file, Array.from({ length: amount }, () => `${newId('session')}\n`).join(''));
  return file;
}

async function downloadSessions({ url, data }: Workplace, amount: number): Promise<Run> {
  return withService(url, async (service) => {
    const { made } = await askGraphQL<{ made: { url: string } }>(
      service,
      'mutation { made: createExport(input: { type: SESSIONS }) { url } }',
      {},
      data,
    );
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${service.port}${new URL(made.url).pathname}`);
    let lines = 0;
    for await (const chunk of response.body ?? [])
      lines += Buffer.from(chunk).toString('latin1').split('\n').length - 1;
    // The first line contains the column names.
    if (lines !== amount + 1) throw new Error(`${lines} lines were exported`);
    return runOf(began, service);
  });
}

async function exportByCommand({ url, data, directory }: Workplace, amount: number): Promise<Run> {
  const file = join(directory, 'sessions.csv');
  const run = await runCommand(url, 'export', 'sessions', '--account', data.accountId, '--out', file);
  if ((await stat(file)).size < 100 * amount) throw new Error('too little was exported');
  return run;
}

async function withService(url: string, work: (service: ServerProcess) => Promise<Run>): Promise<Run> {
  const service = await startService(url, { heap: heapOfJobs });
  return work(service).finally(service.stop);
}

async function runOf(began: number, process: MeasuredProcess): Promise<Run> {
  return { seconds: (performance.now() - began) / 1000, peak: (await process.usage()).peak };
}

/** Includes the start-up time of the process. */
async function runCommand(url: string, ...parameters: string[]): Promise<Run> {
  const began = performance.now();
  const { peak } = await startCommand(url, ...parameters).ended();
  return { seconds: (performance.now() - began) / 1000, peak };
}
