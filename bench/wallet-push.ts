import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/databases/kept-server.ts';
import { askGraphQL } from './ask.ts';
import type { Data } from './data.ts';
import type { BenchServer } from './database.ts';
import { type MeasuredProcess, type ServerProcess, startProcess } from './measured-process.ts';
import { environment, startService } from './servers.ts';
import { tableOf } from './table.ts';
import { fillWallets } from './wallet-data.ts';

/** In MB. With less memory, V8 would collect garbage all the time. */
const heap = 256;

interface Result {
  title: string;
  perSecond: number;
  cpu: number;
  peaks: string;
}

/** Measures how fast a worker tells the phones of a push message, compared with HTTP/2 alone. */
export async function measurePush(databases: BenchServer, amount: number): Promise<string> {
  const sink = await startApns();
  try {
    const service = await tellAll(databases, sink, amount);
    const alone = await tellAlone(sink, amount);
    return tableOf([service, alone], {
      [`${amount.toLocaleString('en')} phones over 2 connections`]: ({ title }) => title,
      'phones/s': ({ perSecond }) => perSecond.toFixed(0),
      aim: ({ title }) => (title === service.title ? '4000' : ''),
      ratio: ({ perSecond }) => (perSecond / alone.perSecond).toFixed(2),
      'CPU µs a phone': ({ cpu }) => cpu.toFixed(0),
      'peak MB after half and all': ({ peaks }) => peaks,
    });
  } finally {
    sink.child.kill();
  }
}

async function tellAll(databases: BenchServer, sink: Apns, amount: number): Promise<Result> {
  const url = await databases.create();
  const data = await fillWallets(url, amount);
  const service = await startService(url);
  const worker = startTeller(url, sink);
  try {
    await sink.ask('forget');
    const push = await sendPush(service, data);
    const peaks: string[] = [];
    let cpu = 0;
    for (const part of [amount / 2, amount]) {
      while ((await sink.ask('count')).told < part) await sleep(50);
      const usage = await worker.usage();
      peaks.push(usage.peak.toFixed(0));
      cpu = usage.cpu / part;
    }
    const perSecond = rateOf(await sink.ask('count'), amount);
    await checkTold(service, data, push, amount);
    return { title: 'sendCouponPush', perSecond, cpu, peaks: peaks.join(', ') };
  } finally {
    await Promise.all([worker.stop(), service.stop()]);
  }
}

async function tellAlone(sink: Apns, amount: number): Promise<Result> {
  await sink.ask('forget');
  const env = { SINK: String(sink.port), DEVICES: String(amount) };
  const { cpu, peak } = await startProcess(new URL('baseline-tellings.ts', import.meta.url), { env }).ended();
  const perSecond = rateOf(await sink.ask('count'), amount);
  return { title: 'HTTP/2 alone', perSecond, cpu: cpu / amount, peaks: peak.toFixed(0) };
}

/** Starts a worker that tells phones by the given push service in place of Apple's. */
export function startTeller(url: string, { port }: Apns): MeasuredProcess {
  return startProcess(new URL('../test/wallets/telling/worker-with-apns.ts', import.meta.url), {
    env: { ...environment(url), APNS_PORT: String(port) },
    execArgv: [`--max-old-space-size=${heap}`],
  });
}

export interface SentPush {
  recipients: number;
  push: { id: string; jobId: string };
}

export async function sendPush(service: ServerProcess, data: Data, message = 'Fresh rye until six'): Promise<SentPush> {
  const { sent } = await askGraphQL<{ sent: SentPush }>(
    service,
    'mutation ($input: SendCouponPushInput!) { sent: sendCouponPush(input: $input) { recipients push { id jobId } } }',
    { input: { coupon: data.coupons[0], message } },
    data,
  );
  return sent;
}

async function checkTold(service: ServerProcess, data: Data, { recipients, push }: SentPush, amount: number) {
  const query = 'query ($id: ID!, $job: ID!) { push(id: $id) { told failed } job(id: $job) { status } }';
  for (;;) {
    const found = await askGraphQL<{ push: { told: number; failed: number }; job: { status: string } }>(
      service,
      query,
      { id: push.id, job: push.jobId },
      data,
    );
    if (found.job.status === 'DONE' && found.push.told === amount && recipients === amount) return;
    if (found.job.status !== 'RUNNING' && found.job.status !== 'QUEUED') throw new Error(JSON.stringify(found));
    await sleep(100);
  }
}

interface Counted {
  told: number;
  first: number;
  last: number;
}

export interface Apns {
  port: number;
  child: ChildProcess;
  ask: (what: 'forget' | 'count') => Promise<Counted>;
}

export async function startApns(): Promise<Apns> {
  const port = await freePort();
  const child = fork(new URL('apns-sink.ts', import.meta.url), { env: { ...process.env, PORT: String(port) } });
  const ask = async (what: string) => {
    child.send(what);
    const [counted] = (await once(child, 'message')) as [Counted];
    return counted;
  };
  await ask('count');
  return { port, child, ask };
}

function rateOf({ told, first, last }: Counted, amount: number): number {
  if (told < amount) throw new Error(`${told} phones of ${amount} were told`);
  return (told - 1) / ((last - first) / 1000);
}
