/**
 * Loaded into a server before its program: on SIGUSR2 it says what each account holds, and the most that it has held at once
 * since the last time. It counts what is held and not what a limit lets through, so it also sees what passes a limit by.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Pool, PoolConnection } from 'mysql2';
import { loadOf } from '../../src/kernel/database/engines/connection-pool.ts';
import { ReplayQueue } from '../../src/kernel/event-log/replay-queue.ts';
import { callingAccount } from '../../src/kernel/values/event-loop.ts';
import { watchTurns } from '../fuzz/stalls.ts';
import type { Amounts, HeldShares } from './held-shares.ts';

const now: Amounts = {};
let max: Amounts = {};

function hold(share: string, account = 'nobody'): () => void {
  add(share, account, 1);
  let isHeld = true;
  return () => {
    if (isHeld) add(share, account, -1);
    isHeld = false;
  };
}

function add(share: string, account: string, change: 1 | -1): void {
  now[share] ??= {};
  const amount = (now[share][account] ?? 0) + change;
  if (amount > 0) now[share][account] = amount;
  else delete now[share][account];
  note(share, account, amount);
}

function note(share: string, account: string, amount: number): void {
  max[share] ??= {};
  max[share][account] = Math.max(max[share][account] ?? 0, amount);
}

let longestTurn = 0;
watchTurns(0, (milliseconds) => {
  longestTurn = Math.max(longestTurn, Math.round(milliseconds));
});

process.on('SIGUSR2', () => {
  console.log(`held ${JSON.stringify({ now, max, longestTurn } satisfies HeldShares)}`);
  max = structuredClone(now);
  longestTurn = 0;
});

/** A connection is held from the first statement until it goes back to its pool. Those that prepare it are the pool's own. */
interface Used {
  _pool: Pool;
  query(...given: unknown[]): unknown;
  execute(...given: unknown[]): unknown;
  release(): void;
  destroy(): void;
}

const connections = new WeakMap<Used, () => void>();
const prototype = PoolConnection.prototype as unknown as Used;
for (const name of ['query', 'execute'] as const) {
  const run = prototype[name];
  prototype[name] = function (...given) {
    const isOfPool = String(given[0]).startsWith('SET SESSION');
    if (!isOfPool && !connections.has(this)) connections.set(this, hold(loadOf(this._pool).pool, callingAccount()));
    return run.apply(this, given);
  };
}
for (const name of ['release', 'destroy'] as const) {
  const leave = prototype[name];
  prototype[name] = function () {
    connections.get(this)?.();
    connections.delete(this);
    leave.apply(this);
  };
}

/** After this time, a subscription whose client does not take its page lets the next one begin. */
const longestReplay = 99;

const replays = new Map<string, Set<number>>();
const { begin } = ReplayQueue.prototype;
ReplayQueue.prototype.begin = async function (account, stopping) {
  const end = await begin.call(this, account, stopping);
  const began = performance.now();
  const open = replays.get(account) ?? new Set();
  replays.set(account, open);
  for (const earlier of open) if (began - earlier > longestReplay) open.delete(earlier);
  if (!stopping.aborted) open.add(began);
  note('replays', account, open.size);
  return () => {
    open.delete(began);
    end();
  };
};

/** A file is held while it is sent. */
subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (!request.url?.startsWith('/exports/')) return;
  response.once('pipe', () => {
    const leave = hold('downloads', callingAccount());
    response.once('finish', leave).once('close', leave);
  });
});
