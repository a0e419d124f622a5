import type { Logger } from 'pino';
import { AccountRates } from './account-rates.ts';
import { Slots } from './slots.ts';

/**
 * The requests of an account that a process runs at the same time. At the usual 20 ms per request, an account reaches
 * its rate with 20; 500 leave room for slow ones, and keep one account from filling the memory and the queues.
 */
const mostRequests = 500;

/**
 * The files that a root account uploads to a process at the same time. Each of them uses the processor for as long as it
 * arrives.
 */
const mostUploads = 4;

/**
 * The large responses that a root account has not read yet. One with 100,000 sessions holds 17 MB until its client has read
 * it. The account may have more of them, but starts no further bulk call meanwhile.
 */
const mostAnswers = 8;

/**
 * The files that a root account downloads from a process at the same time, by their addresses. Each of them reads the
 * database for as long as it is sent.
 */
const mostDownloads = 4;

/** The subscriptions of an API key that a process serves at the same time. Each holds a queue of events. */
const mostSubscriptions = 1000;

/** What callers may use of this process. */
export interface Limits {
  rates: AccountRates;
  /** The requests that run, by account. */
  requests: Slots;
  /** The uploads of files, by root account. */
  uploads: Slots;
  /** The downloads of files, by root account. */
  downloads: Slots;
  /** The large responses that are being sent, by root account. */
  answers: Slots;
  /** The subscriptions, by API key. */
  subscriptions: Slots;
}

interface Options {
  /** The requests per second of an account. 0 turns off the limits of requests. */
  perSecond: number;
  redisUrl?: string | undefined;
  log: Logger;
}

export function createLimits({ perSecond, redisUrl, log }: Options): Limits {
  return {
    rates: new AccountRates({ perSecond, redisUrl, log }),
    requests: new Slots(perSecond === 0 ? 0 : mostRequests),
    uploads: new Slots(perSecond === 0 ? 0 : mostUploads),
    downloads: new Slots(perSecond === 0 ? 0 : mostDownloads),
    answers: new Slots(perSecond === 0 ? 0 : mostAnswers),
    subscriptions: new Slots(mostSubscriptions),
  };
}
