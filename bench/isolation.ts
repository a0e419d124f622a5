import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { migrate } from '../src/kernel/database/migration.ts';
import { model } from '../src/main/registries/tables.ts';
import type { BenchServer } from './database.ts';
import { type NoisyNeighbour, settleNoisyNeighbour } from './noisy-neighbour.ts';
import { type Experience, settleQuietNeighbour } from './quiet-neighbour.ts';
import { appSecret, startService } from './servers.ts';
import { tableOf } from './table.ts';

const noise = { sessions: 100_000, subaccounts: 6, contacts: 20_000 };
const claims = 600;

/** Measures what one account notices of another one that does everything that it may, in one process with its worker. */
export async function measureIsolation(databases: BenchServer): Promise<string> {
  const url = await databases.create();
  const database = await openDatabase(url, model);
  await migrate(database);
  const quiet = await settleQuietNeighbour(database, appSecret, 2 * claims);
  const start = await settleNoisyNeighbour(database, appSecret, noise);
  await database.close();
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const service = await startService(url, { WORKER: 'on', RATE_LIMIT: '1000', DATA_DIR: directory });
  try {
    const address = `http://127.0.0.1:${service.port}`;
    const alone = await quiet.claim(address, claims);
    const noisy = await start(address);
    const beside = await quiet.claim(address, claims);
    await noisy.stop();
    return `${tableOf(rowsOf(alone, beside), columns)}\n\nThe neighbour: ${spoken(noisy)}`;
  } finally {
    await service.stop();
    quiet.close();
    await rm(directory, { recursive: true, force: true });
  }
}

interface Row {
  title: string;
  alone: string;
  beside: string;
  aim: string;
}

function rowsOf(alone: Experience, beside: Experience): Row[] {
  return [
    { title: 'claim', alone: spread(alone.claims), beside: spread(beside.claims), aim: '250' },
    { title: 'its webhook', alone: spread(alone.webhooks), beside: spread(beside.webhooks), aim: '5000' },
  ];
}

function spread(durations: readonly number[]): string {
  const at = (part: number) => (durations[Math.floor(part * (durations.length - 1))] ?? 0).toFixed(0);
  return `${at(0.5)} / ${at(0.99)} / ${at(1)}`;
}

const columns: Record<string, (row: Row) => string> = {
  'ms, p50 / p99 / longest': ({ title }) => title,
  alone: ({ alone }) => alone,
  'beside a noisy neighbour': ({ beside }) => beside,
  'aim of p99': ({ aim }) => aim,
};

function spoken({ heard }: NoisyNeighbour): string {
  const kinds = Object.entries(heard).map(([kind, statuses]) => {
    const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    return `${kind} ${counts.join(', ') || 'none'}`;
  });
  return kinds.join('; ');
}
