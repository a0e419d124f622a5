import type { Logger } from 'pino';
import { AccountRates } from './account-rates.ts';
import { Slots } from './slots.ts';

/** Simultaneous requests of an account per process. At 20 ms each, 20 reach the rate; 500 allow for slow ones. */
const maxRequests = 500;

/** Per root account and process. Each uses the processor while it arrives. */
const maxUploads = 4;

/** Unread large responses of a root account, each up to 17 MB. Beyond it, no further bulk call starts. */
const maxAnswers = 8;

/** Per root account and process. Each reads the database while it is sent. */
const maxDownloads = 4;

/** Per API key and process. Each holds a queue of events. */
const maxSubscriptions = 1000;

export interface Limits {
  rates: AccountRates;
  requests: Slots;
  uploads: Slots;
  downloads: Slots;
  answers: Slots;
  subscriptions: Slots;
}

interface Options {
  /** Requests per second of an account. 0 turns off the limits. */
  perSecond: number;
  redisUrl?: string | undefined;
  log: Logger;
}

export function createLimits({ perSecond, redisUrl, log }: Options): Limits {
  return {
    rates: new AccountRates({ perSecond, redisUrl, log }),
    requests: new Slots(perSecond === 0 ? 0 : maxRequests),
    uploads: new Slots(perSecond === 0 ? 0 : maxUploads),
    downloads: new Slots(perSecond === 0 ? 0 : maxDownloads),
    answers: new Slots(perSecond === 0 ? 0 : maxAnswers),
    subscriptions: new Slots(maxSubscriptions),
  };
}
