import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/kernel/database/migration.ts';
import { withDatabase } from './data.ts';
import type { BenchServer } from './database.ts';
import { type NoisyNeighbour, settleNoisyNeighbour } from './noisy-neighbour.ts';
import { settleQuietNeighbour } from './quiet-neighbour.ts';
import { appSecret, startService } from './servers.ts';
import { tableOf } from './table.ts';

const noise = { sessions: 100_000, subaccounts: 6, contacts: 20_000 };
const claims = 600;

/** Measures what one account notices of another one that does everything that it may, in one process with its worker. */
export async function measureIsolation(databases: BenchServer): Promise<string> {
  const url = await databases.create();
  const { quiet, start } = await withDatabase(url, async (database) => {
    await migrate(database);
    const quiet = await settleQuietNeighbour(database, appSecret, 2 * claims);
    return { quiet, start: await settleNoisyNeighbour(database, appSecret, noise) };
  });
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const service = await startService(url, { env: { WORKER: 'on', RATE_LIMIT: '1000', DATA_DIR: directory } });
  try {
    const address = `http://127.0.0.1:${service.port}`;
    const alone = await quiet.claim(address, claims);
    const noisy = await start(address);
    const beside = await quiet.claim(address, claims);
    await noisy.stop();
    const rows = [
      { title: 'claim', of: 'claims', aim: '250' } as const,
      { title: 'its webhook', of: 'webhooks', aim: '5000' } as const,
    ];
    const table = tableOf(rows, {
      'ms, p50 / p99 / longest': ({ title }) => title,
      alone: ({ of }) => spread(alone[of]),
      'beside a noisy neighbour': ({ of }) => spread(beside[of]),
      'aim of p99': ({ aim }) => aim,
    });
    return `${table}\n\nThe neighbour: ${spoken(noisy)}`;
  } finally {
    await service.stop();
    quiet.close();
    await rm(directory, { recursive: true, force: true });
  }
}

function spread(durations: readonly number[]): string {
  const at = (part: number) => (durations[Math.floor(part * (durations.length - 1))] ?? 0).toFixed(0);
  return `${at(0.5)} / ${at(0.99)} / ${at(1)}`;
}

function spoken({ heard }: NoisyNeighbour): string {
  const kinds = Object.entries(heard).map(([kind, statuses]) => {
    const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    return `${kind} ${counts.join(', ') || 'none'}`;
  });
  return kinds.join('; ');
}
