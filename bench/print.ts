import { setTimeout as sleep } from 'node:timers/promises';
import { askGraphQL } from './ask.ts';
import { type Figures, figuresOf, medians, rounds } from './compare.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { scenariosOf } from './scenarios.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

const [few, many] = [500, 10_000];
/** What the service leaves to others on a machine with two cores, which the load generator and the database use, too. */
const claimsPerSecond = 300;

/** Measures what a sheet of codes costs the claims of the same process, and its memory. */
export async function measurePrint(databases: BenchServer, { rows, seconds }: Options): Promise<string[]> {
  const url = await databases.create();
  const data = await fill(url, rows);
  const sheets = [await measureSheet(url, data, few), await measureSheet(url, data, many)];
  return [await measureClaims(url, data, seconds), tableOf(sheets, sheetColumns)];
}

interface Sheet {
  codes: number;
  seconds: number;
  megabytes: number;
  idle: number;
  peak: number;
}

/** Draws and downloads a sheet in a process of its own, whose worker draws it. */
async function measureSheet(url: string, data: Data, codes: number): Promise<Sheet> {
  const service = await startService(url, { WORKER: 'on' });
  try {
    const idle = (await service.usage()).peak;
    const began = performance.now();
    const fileUrl = await untilDone(service, data, await print(service, data, codes));
    const seconds = (performance.now() - began) / 1000;
    const response = await fetch(`http://127.0.0.1:${service.port}${new URL(fileUrl).pathname}`);
    let size = 0;
    for await (const chunk of response.body ?? []) size += chunk.length;
    return { codes, seconds, megabytes: size / 2 ** 20, idle, peak: (await service.usage()).peak };
  } finally {
    await service.stop();
  }
}

async function print(service: ServerProcess, data: Data, amount: number): Promise<string> {
  const { sheet } = await askGraphQL<{ sheet: { job: { id: string } } }>(
    service,
    'mutation ($input: CreatePrintSheetInput!) { sheet: createPrintSheet(input: $input) { job { id } } }',
    { input: { coupon: data.coupons[0], layout: 'L7160', amount, barcode: 'QRCODE' } },
    data,
  );
  return sheet.job.id;
}

async function untilDone(service: ServerProcess, data: Data, id: string): Promise<string> {
  for (;;) {
    const query = 'query ($id: ID!) { job(id: $id) { status created fileUrl } }';
    const { job } = await askGraphQL<{ job: { status: string; fileUrl: string | null } }>(service, query, { id }, data);
    if (job.fileUrl) return job.fileUrl;
    if (job.status === 'FAILED') throw new Error('the job failed');
    await sleep(100);
  }
}

interface Beside {
  title: string;
  full: Figures;
  paced: Figures;
}

/** Claims alone and beside a sheet in turns, because later claims may be slower: as many as possible, and some a second. */
async function measureClaims(url: string, data: Data, seconds: number): Promise<string> {
  const service = await startService(url, { WORKER: 'on' });
  const claim = scenariosOf(data).find(({ name }) => name === 'claim');
  if (!claim) throw new Error('there are no claims');
  const { request, supply = 0 } = claim;
  let made = 0;
  const next = () => (made < supply ? requestText(request, made++, data) : undefined);
  const expected = expectedStart(request);
  const measure = async () => {
    const full = await figuresOf(service, { next, seconds, expected });
    const paced = await figuresOf(service, { next, seconds, expected, perSecond: claimsPerSecond });
    if (made >= supply) throw new Error(`${supply} sessions are too few for the claims: choose a larger --rows`);
    return { full, paced };
  };
  try {
    await measure();
    const [alone, beside]: [Omit<Beside, 'title'>[], Omit<Beside, 'title'>[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await measure());
      const id = await print(service, data, many);
      beside.push(await measure());
      await untilDone(service, data, id);
    }
    const row = (title: string, all: readonly Omit<Beside, 'title'>[]): Beside => ({
      title,
      full: medians(all.map(({ full }) => full)),
      paced: medians(all.map(({ paced }) => paced)),
    });
    return tableOf([row('alone', alone), row(`beside a sheet of ${many.toLocaleString('en')} codes`, beside)], {
      claims: ({ title }) => title,
      'claims/s': ({ full }) => full.perSecond.toFixed(0),
      'p50 ms': ({ full }) => full.p50.toFixed(1),
      'p99 ms': ({ full }) => full.p99.toFixed(1),
      [`p50 ms at ${claimsPerSecond}/s`]: ({ paced }) => paced.p50.toFixed(1),
      [`p99 ms at ${claimsPerSecond}/s`]: ({ paced }) => paced.p99.toFixed(1),
    });
  } finally {
    await service.stop();
  }
}

const sheetColumns: Record<string, (sheet: Sheet) => string> = {
  'sheet of codes': ({ codes }) => codes.toLocaleString('en'),
  seconds: ({ seconds }) => seconds.toFixed(1),
  'MB of the file': ({ megabytes }) => megabytes.toFixed(1),
  'peak MB before': ({ idle }) => idle.toFixed(0),
  'peak MB': ({ peak }) => peak.toFixed(0),
};
