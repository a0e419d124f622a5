/**
 * npm run bench [-- options]: compares the service with a hand-written baseline, on one database, in one run. Can also
 * compare two checkouts of the repository with each other.
 */
import { availableParallelism, cpus } from 'node:os';
import { compareCheckouts } from './checkouts.ts';
import { measureClaimLog } from './claim-log.ts';
import { connections, rounds } from './compare.ts';
import { fill } from './data.ts';
import { startDatabases } from './database.ts';
import { measureGroupSend } from './group-send.ts';
import { measureGrowth } from './growth.ts';
import { measureIsolation } from './isolation.ts';
import type { ServerProcess } from './measured-process.ts';
import { readOptions, usage } from './options.ts';
import { measureRates } from './rates.ts';
import { startServers, startService } from './servers.ts';
import { measureSets } from './sets.ts';
import { measureStart } from './start.ts';
import { measureStreams } from './streams.ts';
import { measureClaimsFollowed, measureSubscribers } from './subscribers.ts';
import { measureTelemetry } from './telemetry.ts';
import { measureWebhooks } from './webhooks.ts';

const options = readOptionsOrExit();
const wanted = (...names: string[]) => names.some((name) => options.only.includes(name));
const databases = await startDatabases(options);
try {
  console.log(
    `Node ${process.version}, ${databases.name}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}; ` +
      `${options.rows} sessions, ${connections} connections, ${rounds} rounds of ${options.seconds} s each, medians; service / baseline`,
  );
  if (options.against) for (const name of options.only) print(await compareCheckouts(name, databases.url, options));
  else await measure();
} finally {
  await databases.remove();
}

async function measure(): Promise<void> {
  if (wanted('lookup', 'list', 'claim', 'graphql', 'bulk', 'batch')) await compareWithBaseline();
  if (wanted('subscribers', 'followed')) await followEvents();
  print(await measureStreams(databases, options.many, wanted));
  if (wanted('webhooks')) print(await measureWebhooks(databases));
  if (wanted('group-send')) print(await measureGroupSend(databases, options.many));
  if (wanted('isolation')) print(await measureIsolation(databases));
  if (wanted('start')) print(await measureStart(databases));
  if (wanted('claim-log')) print(await measureClaimLog(databases, options));
  if (wanted('telemetry')) print(await measureTelemetry(databases, options));
  if (wanted('growth')) print(await measureGrowth(databases, options));
}

async function compareWithBaseline(): Promise<void> {
  const url = await databases.create();
  const data = await fill(url, options.rows);
  const servers = await startServers(url, data);
  try {
    print(await measureRates(servers, data, wanted, options));
    print(await measureSets(servers, data, options.rows, wanted));
  } finally {
    await Promise.all([servers.service.stop(), servers.baseline.stop()]);
  }
}

async function followEvents(): Promise<void> {
  const url = await databases.create();
  const data = await fill(url, options.rows);
  const withService = async (settings: { heap?: number }, measure: (service: ServerProcess) => Promise<string>) => {
    const service = await startService(url, settings);
    print(await measure(service).finally(service.stop));
  };
  if (wanted('subscribers')) await withService({ heap: 256 }, (service) => measureSubscribers(service, data));
  if (wanted('followed')) await withService({}, (service) => measureClaimsFollowed(service, data, options));
}

function print(table: string | null): void {
  if (table) console.log(`\n${table}`);
}

function readOptionsOrExit() {
  try {
    return readOptions();
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(1);
  }
}
