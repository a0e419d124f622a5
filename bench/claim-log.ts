import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { model } from '../src/main/registries/tables.ts';
import { connections } from './compare.ts';
import { fill } from './data.ts';
import type { BenchServer } from './database.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { scenariosOf } from './scenarios.ts';
import { costsOfEach, type ServerCosts, serverCosts } from './server-costs.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

const perSecondWhenIdle = 20;

interface Result {
  title: string;
  claims: number;
  perSecond: number;
  costs: ServerCosts;
}

/** Measures what a claim costs the database: CPU time of all servers, and bytes of their logs, with the position of its event. */
export async function measureClaimLog(databases: BenchServer, { rows, seconds }: Options): Promise<string> {
  const url = await databases.create();
  const data = await fill(url, rows);
  const claim = scenariosOf(data).find(({ name }) => name === 'claim')?.request;
  if (!claim) throw new Error('the scenario is missing');
  const service = await startService(url, { WORKER: 'on' });
  const database = await openDatabase(url, model);
  let sent = 0;
  const next = () => (sent < data.unclaimed.length ? requestText(claim, sent++, data) : undefined);
  const measured = async (title: string, perSecond?: number): Promise<Result> => {
    const before = await serverCosts(databases);
    const options = { next, seconds, expected: expectedStart(claim), port: service.port, connections };
    const { requests, perSecond: reached } = await load({ ...options, ...(perSecond && { perSecond }) });
    while ((await database.rows('SELECT 1 FROM events WHERE position IS NULL LIMIT 1')).length > 0) await sleep(50);
    const costs = costsOfEach(before, await serverCosts(databases), requests);
    return { title, claims: requests, perSecond: reached, costs };
  };
  try {
    await measured('to warm up');
    const results = [await measured(`${connections} at once`), await measured('one by one', perSecondWhenIdle)];
    return tableOf(results, {
      'cost of a claim': ({ title }) => title,
      claims: ({ claims }) => String(claims),
      'claims/s': ({ perSecond }) => perSecond.toFixed(0),
      'CPU µs of all servers': ({ costs }) => figure(costs.cpu),
      'bytes of redo': ({ costs }) => figure(costs.redo),
      'bytes sent or in the binary log': ({ costs }) => figure(costs.replicated),
    });
  } finally {
    await database.close();
    await service.stop();
  }
}

function figure(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(0);
}
