import { setTimeout as sleep } from 'node:timers/promises';
import { hasRow } from '../src/kernel/database/rows.ts';
import { events } from '../src/kernel/event-log/event.ts';
import { ask } from './ask.ts';
import { connections } from './compare.ts';
import { fill, withDatabase } from './data.ts';
import type { BenchServer } from './database.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { claimsOf } from './request.ts';
import { costsOfEach, serverCosts } from './server-costs.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

const perSecondWhenIdle = 20;

/** Measures what a claim costs the database: CPU time of all servers, and bytes of their logs, with the position of its event. */
export async function measureClaimLog(databases: BenchServer, { rows, seconds }: Options): Promise<string> {
  const url = await databases.create();
  const data = await fill(url, rows);
  const { next, expected, one } = claimsOf(data);
  const service = await startService(url, { env: { WORKER: 'on' } });
  const atOnce = async () => {
    const { latencies, perSecond } = await load({ next, seconds, expected, port: service.port, connections });
    return { requests: latencies.length, perSecond };
  };
  const oneByOne = async () => {
    const requests = seconds * perSecondWhenIdle;
    for (let count = 0; count < requests; count += 1) {
      await ask(service, '/v3/couponsession/update', one(), data);
      await sleep(1000 / perSecondWhenIdle);
    }
    return { requests, perSecond: perSecondWhenIdle };
  };
  const measured = async (title: string, work: () => Promise<{ requests: number; perSecond: number }>) => {
    const before = await serverCosts(databases);
    const { requests: claims, perSecond } = await work();
    await withDatabase(url, async (database) => {
      while (await hasRow(database, events, { position: null })) await sleep(50);
    });
    return { title, claims, perSecond, costs: costsOfEach(before, await serverCosts(databases), claims) };
  };
  try {
    await atOnce();
    const results = [await measured(`${connections} at once`, atOnce), await measured('one by one', oneByOne)];
    return tableOf(results, {
      'cost of a claim': ({ title }) => title,
      claims: ({ claims }) => String(claims),
      'claims/s': ({ perSecond }) => perSecond.toFixed(0),
      'CPU µs of all servers': ({ costs }) => figure(costs.cpu),
      'bytes of redo': ({ costs }) => figure(costs.redo),
      'bytes sent or in the binary log': ({ costs }) => figure(costs.replicated),
    });
  } finally {
    await service.stop();
  }
}

function figure(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(0);
}
