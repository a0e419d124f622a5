import { monitorEventLoopDelay, performance, type RecordableHistogram } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { type Backlog, type Lag, readBacklogs, readLags } from './backlogs.ts';

/** How long values stay fresh. It limits the database reads, however often metrics are collected. */
const freshMilliseconds = 5000;

/** The interval between checks. Each check wakes an idle process. */
const lookMilliseconds = 100;

export function measureProcess(meter: Meter): void {
  const delays = monitorEventLoopDelay({ resolution: lookMilliseconds });
  delays.enable();
  let former = performance.eventLoopUtilization();
  const cpu = meter.createObservableCounter('process.cpu.time', { unit: 's', description: 'CPU time of the process.' });
  const memory = meter.createObservableGauge('process.memory.usage', {
    unit: 'By',
    description: 'Memory of the process: resident memory and used heap.',
  });
  const delay = meter.createObservableGauge('nodejs.eventloop.delay', {
    unit: 's',
    description: 'How late the event loop was since the last collection.',
  });
  const utilization = meter.createObservableGauge('nodejs.eventloop.utilization', {
    unit: '1',
    description: 'The share of time since the last collection in which the event loop was busy.',
  });
  meter.addBatchObservableCallback(
    (result) => {
      const { user, system } = process.cpuUsage();
      result.observe(cpu, (user + system) / 1e6);
      const { rss, heapUsed } = process.memoryUsage();
      result.observe(memory, rss, { kind: 'resident' });
      result.observe(memory, heapUsed, { kind: 'heap' });
      for (const [quantile, value] of delaysOf(delays)) result.observe(delay, value, { quantile });
      delays.reset();
      const current = performance.eventLoopUtilization();
      result.observe(utilization, performance.eventLoopUtilization(current, former).utilization);
      former = current;
    },
    [cpu, memory, delay, utilization],
  );
}

/** Returns the delays. Node records the interval between checks, so subtract it. */
export function delaysOf(
  delays: Pick<RecordableHistogram, 'percentile' | 'max'>,
): [quantile: string, seconds: number][] {
  const inSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - lookMilliseconds / 1000);
  return [
    ['0.5', inSeconds(delays.percentile(50))],
    ['0.99', inSeconds(delays.percentile(99))],
    ['1', inSeconds(delays.max)],
  ];
}

/** Measures the connections of this process, and the backlog, which is the same for all processes. */
export function measureDatabase(meter: Meter, database: Database, log: Logger): void {
  const connections = meter.createObservableGauge('campaigns.database.connections', {
    description: 'Connections to the database by pool and state; `waiting` counts calls that wait for one.',
  });
  meter.addBatchObservableCallback(
    (result) => {
      for (const { pool, used, idle, waiting } of database.poolLoads()) {
        result.observe(connections, used, { pool, state: 'used' });
        result.observe(connections, idle, { pool, state: 'idle' });
        result.observe(connections, waiting, { pool, state: 'waiting' });
      }
    },
    [connections],
  );
  const depth = meter.createObservableGauge('campaigns.queue.depth', {
    description: 'What is due in a queue, at most 10,000. The same for all processes.',
  });
  const age = meter.createObservableGauge('campaigns.queue.age', {
    unit: 's',
    description: 'How long the first in a queue has been due. The same for all processes.',
  });
  const lag = meter.createObservableGauge('campaigns.event.lag', {
    description: 'How many events a reader of the event log is behind. The same for all processes.',
  });
  const read = remembering(async (): Promise<[Backlog[], Lag[]]> => {
    const { background } = database;
    return Promise.all([readBacklogs(background), readLags(background)]);
  });
  meter.addBatchObservableCallback(
    async (result) => {
      try {
        const [backlogs, lags] = await read();
        for (const { queue, depth: waiting, seconds } of backlogs) {
          result.observe(depth, waiting, { queue });
          result.observe(age, seconds, { queue });
        }
        for (const { cursor, events } of lags) result.observe(lag, events, { cursor });
      } catch (error) {
        log.warn({ err: error }, 'the queues could not be measured');
      }
    },
    [depth, age, lag],
  );
}

function remembering<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let known: { at: number; result: Promise<Result> } | null = null;
  return () => {
    if (!known || performance.now() - known.at > freshMilliseconds) known = { at: performance.now(), result: read() };
    return known.result;
  };
}
