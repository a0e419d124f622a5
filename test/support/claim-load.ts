import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';

interface Options {
  customers?: number;
  /** The most milliseconds between two calls of a customer. */
  pause?: number;
  /** Returns further fields of a call. With them, customers validate the sessions. Default: they claim them. */
  spending?: () => object;
}

/** Simulates customers. Each claims one session after another at random servers, and retries interrupted claims. */
export class ClaimLoad {
  /** The sessions whose claim succeeded according to the response to the first call or to a retry. */
  readonly claimed: string[] = [];
  /** The number of calls that had no response, or the response that the service is unavailable. */
  interrupted = 0;
  /** The unexpected responses. */
  readonly wrong: string[] = [];
  /** The longest time until a call was answered or its connection broke, in milliseconds. */
  slowest = 0;
  #running = true;
  readonly #customers: Promise<unknown>;
  readonly #spending: Options['spending'];

  constructor(
    clients: readonly Client[],
    sessions: readonly string[],
    { customers = 8, pause = 40, spending }: Options = {},
  ) {
    this.#spending = spending;
    const waiting = [...sessions];
    this.#customers = Promise.all(
      Array.from({ length: customers }, async () => {
        while (this.#running) {
          const session = waiting.pop();
          if (!session) throw new Error('there are too few sessions');
          await this.#claim(clients, session);
          await sleep(Math.random() * pause);
        }
      }),
    );
  }

  get summary(): string {
    const { claimed, interrupted, slowest } = this;
    return `${claimed.length} claims succeeded, ${interrupted} calls were interrupted, the slowest took ${Math.round(slowest)} ms`;
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#customers;
  }

  async #claim(clients: readonly Client[], session: string): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const client = clients[Math.floor(Math.random() * clients.length)] as Client;
      const operation = this.#spending ? 'validate' : 'claim';
      const fields = { couponsession: session, operation, ...this.#spending?.() };
      const asked = performance.now();
      const answer = await client.rest('/v3/couponsession/update', fields).catch(() => null);
      this.slowest = Math.max(this.slowest, performance.now() - asked);
      const wasUnanswered = attempt > 0 && answer?.codes[0] === (this.#spending ? 358 : 352);
      if (answer?.status === 200 || wasUnanswered) return void this.claimed.push(session);
      if (answer && answer.status !== 503) return void this.wrong.push(`${answer.status} ${answer.codes}`);
      this.interrupted += 1;
      await sleep(20);
    }
  }
}
