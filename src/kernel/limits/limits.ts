import type { Logger } from 'pino';
import { AccountRates } from './account-rates.ts';
import { Slots } from './slots.ts';

/**
 * The requests of an account that a process runs at the same time. At the usual 20 ms per request, an account reaches
 * its rate with 20; 500 leave room for slow ones, and keep one account from filling the memory and the queues.
 */
const mostRequests = 500;

/** Uploads of a root account at once in a process. Each uses the processor for as long as it arrives. */
const mostUploads = 4;

/**
 * The large responses that a root account has not read yet. One with 100,000 sessions holds 17 MB until its client has read
 * it. The account may have more of them, but starts no further bulk call meanwhile.
 */
const mostAnswers = 8;

/** Downloads of a root account at once in a process. Each reads the database for as long as it is sent. */
const mostDownloads = 4;

/** The subscriptions of an API key that a process serves at the same time. Each holds a queue of events. */
const mostSubscriptions = 1000;

export interface Limits {
  rates: AccountRates;
  requests: Slots;
  uploads: Slots;
  downloads: Slots;
  answers: Slots;
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
