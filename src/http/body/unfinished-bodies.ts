import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import { networkOf } from '../../kernel/values/client-network.ts';

const mebibyte = 1024 ** 2;

/**
 * The bytes of unfinished bodies that a process keeps. Callers without credentials get eight of the longest bodies for an
 * address. A root account gets four bulk bodies.
 */
export const mostUnfinished = {
  address: { one: 8 * mebibyte, all: 64 * mebibyte },
  account: { one: 128 * mebibyte, all: 512 * mebibyte },
};

/**
 * The first bytes of a body do not count. So sign-ins and claims always get through, also while somebody else uses up
 * all there is.
 */
export const uncountedBytes = 8 * 1024;

const untilRoomSeconds = 1;

/** Adds up bytes by address or account, and altogether. */
class Total {
  readonly #limits: { one: number; all: number };
  readonly #byKey = new Map<string, number>();
  #all = 0;

  constructor(limits: { one: number; all: number }) {
    this.#limits = limits;
  }

  /** Adds bytes of a key. Throws `TOO_MANY_REQUESTS` if it has too many, and `UNAVAILABLE` if the process has. */
  add(key: string, bytes: number): void {
    const ofKey = (this.#byKey.get(key) ?? 0) + bytes;
    if (ofKey > this.#limits.one)
      throw new TooManyRequests(untilRoomSeconds, 'Too many bodies are being sent. Wait for one to end.');
    if (this.#all + bytes > this.#limits.all) throw new Problem('UNAVAILABLE');
    this.#byKey.set(key, ofKey);
    this.#all += bytes;
  }

  remove(key: string, bytes: number): void {
    const left = (this.#byKey.get(key) ?? 0) - bytes;
    if (left > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
    this.#all -= bytes;
  }
}

const ofAddresses = new Total(mostUnfinished.address);
const ofAccounts = new Total(mostUnfinished.account);

/** Who pays for a body: a root account, or without credentials an address. */
export type Payer = { rootId: string } | { address: string };

/** The part of a body, or of a message of a WebSocket, that has arrived and that nobody can use yet. */
export class UnfinishedBody {
  readonly #total: Total;
  readonly #key: string;
  #bytes = 0;
  #counted = 0;

  constructor(payer: Payer) {
    this.#total = 'rootId' in payer ? ofAccounts : ofAddresses;
    this.#key = 'rootId' in payer ? payer.rootId : networkOf(payer.address);
  }

  /** Adds what has arrived. Throws `TOO_MANY_REQUESTS` or `UNAVAILABLE` if nobody has room for it. */
  add(bytes: number): void {
    this.#bytes += bytes;
    const more = this.#bytes - uncountedBytes - this.#counted;
    if (more <= 0) return;
    this.#total.add(this.#key, more);
    this.#counted += more;
  }

  /** The body is complete, or nobody waits for it. */
  end(): void {
    if (this.#counted > 0) this.#total.remove(this.#key, this.#counted);
    this.#bytes = 0;
    this.#counted = 0;
  }
}
