import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type GraphQLAnswer, type Owner, type RestAnswer } from '../support/client.ts';

/** What those who call the service saw, to compare with what it stored. */
export class Diary {
  /** The number of successful calls of each kind. */
  readonly done: Record<string, number> = {};
  /** The number of calls without an answer, or for which there was no time. */
  interrupted = 0;
  /** Responses that no caller should get. */
  readonly wrong: string[] = [];
  slowest = 0;

  count(what: string, amount = 1): void {
    this.done[what] = (this.done[what] ?? 0) + amount;
  }
}

/** The responses to a call that is worth repeating. */
const passing = new Set<string | number>([
  1002,
  1004,
  1012,
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'IDEMPOTENCY_KEY_RUNNING',
]);

/** Calls the service at all of its addresses, as programs with patience do. */
export class Caller {
  readonly owner: Owner;
  readonly #clients: readonly Client[];
  readonly #diary: Diary;
  #calls = 0;

  constructor(addresses: readonly string[], owner: Owner, diary: Diary) {
    this.owner = owner;
    this.#clients = addresses.map((address) => new Client(address, owner));
    this.#diary = diary;
  }

  /** Repeats a REST call with the same key until it has a response. */
  rest(path: string, fields: unknown): Promise<RestAnswer> {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    return this.#answered((client) => client.rest(path, fields, headers));
  }

  /** Repeats a GraphQL call with the same key until it has a response. */
  graphql(query: string, variables: Record<string, unknown> = {}): Promise<GraphQLAnswer> {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    return this.#answered((client) => client.graphql(query, variables, headers));
  }

  /** Reads a page as a browser does. Returns its status, once it is not 503. */
  async page(path: string): Promise<number> {
    const { status } = await this.#answered(async ({ url }) => {
      const response = await fetch(url + path);
      await response.arrayBuffer();
      return { status: response.status, codes: [] };
    });
    return status;
  }

  async #answered<Answer extends { status: number; codes: (string | number)[] }>(
    call: (client: Client) => Promise<Answer>,
  ): Promise<Answer> {
    for (;;) {
      this.#calls += 1;
      const began = performance.now();
      const answer = await call(this.#clients[this.#calls % this.#clients.length] as Client).catch(() => null);
      this.#diary.slowest = Math.max(this.#diary.slowest, performance.now() - began);
      if (answer && answer.status !== 503 && !answer.codes.some((code) => passing.has(code))) {
        if (answer.status >= 500) this.#diary.wrong.push(`${answer.status} ${answer.codes}`);
        return answer;
      }
      this.#diary.interrupted += 1;
      await sleep(100);
    }
  }
}

/** What somebody does again and again. */
export type Act = (turn: number) => Promise<void>;

/** Repeats acts until they are stopped, each with a random pause between two turns. */
export class Actors {
  #running = true;
  readonly #working: Promise<void>[] = [];

  add(act: Act, pauseMilliseconds: number): void {
    this.#working.push(this.#repeat(act, pauseMilliseconds));
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#working);
  }

  async #repeat(act: Act, pauseMilliseconds: number): Promise<void> {
    for (let turn = 0; this.#running; turn += 1) {
      await act(turn);
      await sleep(Math.random() * 2 * pauseMilliseconds);
    }
  }
}
