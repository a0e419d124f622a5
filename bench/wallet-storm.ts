import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { model } from '../src/main/registries/tables.ts';
import { type Figures, figuresOf, medians, type Pair, rounds, warmUpSeconds } from './compare.ts';
import type { BenchServer } from './database.ts';
import { load } from './load.ts';
import { type ServerProcess, startServerProcess } from './measured-process.ts';
import { type Experience, settleQuietNeighbour } from './quiet-neighbour.ts';
import { appSecret, environment, startService } from './servers.ts';
import { tableOf } from './table.ts';
import { fillWallets, passType, phoneOf } from './wallet-data.ts';

const phones = 20_000;
const claims = 300;
const phonesAtOnce = 100;

/**
 * Measures how many phones a second list and fetch a changed pass, compared with a hand-written server, and what the claims
 * of another account notice of such a storm.
 */
export async function measureStorm(databases: BenchServer, seconds: number): Promise<string[]> {
  const url = await databases.create();
  await fillWallets(url, phones, { sessions: true });
  return [await compareServers(url, seconds), await claimBeside(url)];
}

async function compareServers(url: string, seconds: number): Promise<string> {
  const servers: Pair<ServerProcess> = {
    service: await startService(url),
    baseline: await startServerProcess(new URL('baseline-phones.ts', import.meta.url), { env: environment(url) }),
  };
  try {
    const measured: Record<keyof typeof servers, Figures[]> = { service: [], baseline: [] };
    const next = requests();
    for (let round = 0; round <= rounds; round += 1)
      for (const which of ['service', 'baseline'] as const) {
        const duration = round === 0 ? warmUpSeconds : seconds;
        const figures = await figuresOf(servers[which], { next, seconds: duration, expected: '' });
        if (round > 0) measured[which].push(figures);
      }
    const rows = [
      { title: 'service', ...medians(measured.service) },
      { title: 'hand-written', ...medians(measured.baseline) },
    ];
    return tableOf(rows, {
      'phones that list and fetch a changed pass': ({ title }) => title,
      'phones/s': ({ perSecond }) => (perSecond / 2).toFixed(0),
      aim: ({ title }) => (title === 'service' ? '300' : ''),
      'CPU µs a phone': ({ cpu }) => (2 * cpu).toFixed(0),
      'ms a request, p50 / p99': ({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
    });
  } finally {
    await Promise.all([servers.service.stop(), servers.baseline.stop()]);
  }
}

async function claimBeside(url: string): Promise<string> {
  const database = await openDatabase(url, model);
  const quiet = await settleQuietNeighbour(database, appSecret, 2 * claims);
  await database.close();
  const service = await startService(url, { WORKER: 'on', RATE_LIMIT: '1000' });
  try {
    const address = `http://127.0.0.1:${service.port}`;
    const alone = await quiet.claim(address, claims);
    const storm = startStorm(service);
    const beside = await quiet.claim(address, claims);
    const perSecond = await storm.stop();
    const spread = ({ claims }: Experience) =>
      [0.5, 0.99, 1].map((part) => (claims[Math.floor(part * (claims.length - 1))] ?? 0).toFixed(0)).join(' / ');
    return tableOf([{ alone: spread(alone), beside: spread(beside) }], {
      'ms, p50 / p99 / longest': () => 'claim',
      alone: ({ alone }) => alone,
      [`beside ${phonesAtOnce} phones at once of another account`]: ({ beside }) => beside,
      'aim of p99': () => '250',
      'phones/s meanwhile': () => perSecond.toFixed(0),
    });
  } finally {
    await service.stop();
    quiet.close();
  }
}

/** Lets phones list and fetch until they are stopped, which returns their number per second. */
function startStorm({ port }: ServerProcess): { stop: () => Promise<number> } {
  const next = requests();
  let running = true;
  const storm = load({
    ...{ port, connections: phonesAtOnce, seconds: 3600, expected: '' },
    next: () => (running ? next() : undefined),
  });
  return {
    stop: async () => {
      running = false;
      return (await storm).perSecond / 2;
    },
  };
}

/** Returns a function that returns the next request of phones that take turns: a list, then the pass. */
function requests(): () => string {
  const base = '/wallet/apple/v1';
  let sent = 0;
  return () => {
    const { serial, token, library } = phoneOf(1 + (Math.floor(sent / 2) % phones));
    sent += 1;
    return sent % 2 === 1
      ? get(`${base}/devices/${library}/registrations/${passType}?passesUpdatedSince=1000`)
      : get(`${base}/passes/${passType}/${serial}`, `Authorization: ApplePass ${token}\r\n`);
  };
}

function get(path: string, header = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n`;
}
