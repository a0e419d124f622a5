import { DatabaseBusy } from '../failures.ts';

export interface FairQueueLimits {
  total: number;
  each: number;
  waitingEach: number;
  waiting: number;
  milliseconds: number;
}

interface Line {
  account: string | undefined;
  running: number;
  waiting: Set<() => void>;
}

/**
 * Lets accounts take turns, so that each delays the others by at most one task. Tasks without an account have no limit
 * of their own.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #lines = new Map<string | undefined, Line>();
  #running = 0;
  #waiting = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  async run<Result>(account: string | undefined, task: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(account) ?? { account, running: 0, waiting: new Set() };
    this.#lines.set(account, line);
    if (line.waiting.size === 0 && this.#mayRun(line)) this.#start(line);
    else
      await this.#wait(line).catch((error: unknown) => {
        if (line.running === 0 && line.waiting.size === 0) this.#lines.delete(account);
        throw error;
      });
    try {
      return await task();
    } finally {
      this.#end(line);
    }
  }

  #mayRun({ account, running }: Line): boolean {
    return this.#running < this.#limits.total && (account === undefined || running < this.#limits.each);
  }

  #start(line: Line): void {
    line.running += 1;
    this.#running += 1;
  }

  #wait(line: Line): Promise<void> {
    const { waitingEach, waiting, milliseconds } = this.#limits;
    // A full queue still accepts one task of each account, so that many accounts cannot lock out the others.
    if (line.waiting.size >= waitingEach || (this.#waiting >= waiting && line.waiting.size > 0))
      return Promise.reject(new DatabaseBusy());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        line.waiting.delete(start);
        this.#waiting -= 1;
      };
      const start = () => {
        leave();
        this.#start(line);
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(new DatabaseBusy());
      }, milliseconds);
      line.waiting.add(start);
      this.#waiting += 1;
    });
  }

  #end(line: Line): void {
    line.running -= 1;
    this.#running -= 1;
    if (this.#waiting > 0) this.#startNext();
    if (line.running === 0 && line.waiting.size === 0) this.#lines.delete(line.account);
  }

  #startNext(): void {
    for (const line of this.#lines.values()) {
      const [start] = line.waiting;
      if (!start || !this.#mayRun(line)) continue;
      start();
      this.#lines.delete(line.account);
      this.#lines.set(line.account, line);
      return;
    }
  }
}
