import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/client.ts';

/** Creates sessions one after another at whichever server answers, and repeats each call with its key until it is known. */
export class CreationLoad {
  readonly created: string[] = [];
  /** Answers that nobody should get. */
  readonly wrong: string[] = [];
  #running = true;
  readonly #shops: Promise<unknown>;

  constructor(clients: readonly Client[], coupon: string, { shops = 3, pause = 60 } = {}) {
    this.#shops = Promise.all(
      Array.from({ length: shops }, async () => {
        while (this.#running) {
          await this.#create(clients, coupon);
          await sleep(Math.random() * pause);
        }
      }),
    );
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#shops;
  }

  async #create(clients: readonly Client[], coupon: string): Promise<void> {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    for (;;) {
      const client = clients[Math.floor(Math.random() * clients.length)] as Client;
      const answer = await client.rest('/v3/singleuse/create', { campaign: coupon }, headers).catch(() => null);
      if (answer?.status === 200) return void this.created.push(answer.body.single_use_code);
      const isStillRunning = answer?.codes[0] === 1012;
      if (answer && answer.status !== 503 && !isStillRunning)
        return void this.wrong.push(`${answer.status} ${answer.codes}`);
      await sleep(20);
    }
  }
}
