import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { FairQueue } from '../kernel/database/engines/fair-queue.ts';
import { TooManyRequests } from '../kernel/problem.ts';
import { networkOf } from '../kernel/values/client-network.ts';
import { workingFor } from '../kernel/values/event-loop.ts';
import { addressOf, traceOf } from './request-trace.ts';

/**
 * Requests without a known caller take turns by network. A request that waits, for example for its body, gives up its
 * place.
 */
const running = new FairQueue({ total: 16, each: 8, waitingEach: 1000, waiting: 10_000, milliseconds: 10_000 });
const placeMilliseconds = 100;

const untilPlaceSeconds = 1;

let lastBegan: Promise<unknown> = Promise.resolve();

/**
 * Lets one request without credentials begin per turn of the event loop, so that thousands do not delay others. A
 * request has one turn, and a WebSocket one for each operation.
 */
export function admitAnonymous(request: IncomingMessage): Promise<void> {
  if (!(request as Partial<Request>).res) return enterQueue(request);
  const trace = traceOf(request);
  trace.admission ??= enterQueue(request);
  return trace.admission;
}

function enterQueue(request: IncomingMessage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const work = async () => {
    const before = lastBegan;
    lastBegan = before.then(() => nextIteration());
    await before;
    resolve();
    await beginningOf((request as Partial<Request>).res);
  };
  running
    .run(networkOf(addressOf(request)), work)
    .catch(() => reject(new TooManyRequests(untilPlaceSeconds, 'Too many requests without credentials are waiting.')));
  return promise;
}

/**
 * Until the account of a request is known, its network gets the share of an account in the database and the threads.
 */
export function workingForNetwork<Result>(address: string, work: () => Result): Result {
  return workingFor(`network ${networkOf(address)}`, work);
}

export const queueAnonymousRequests: RequestHandler = async (request, _response, next) => {
  await admitAnonymous(request);
  workingForNetwork(addressOf(request), next);
};

/** Waits for the turn of a request that failed before its account was known. Returns what to report. */
export async function failureInQueue(request: IncomingMessage, error: unknown): Promise<unknown> {
  if (traceOf(request).viewer) return error;
  return admitAnonymous(request).then(
    () => error,
    (tooMany: unknown) => tooMany,
  );
}

/** Waits for the response, for the end of the connection, or for a while. */
async function beginningOf(response: ServerResponse | undefined): Promise<void> {
  if (!response || response.headersSent || response.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, placeMilliseconds);
  const { writeHead } = response;
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    resolve();
    return writeHead.apply(response, given);
  }) as typeof writeHead;
  response.once('close', resolve);
  await promise;
  clearTimeout(timer);
}
