import { Worker } from 'node:worker_threads';
import { FairQueue } from '../database/engines/fair-queue.ts';
import { DatabaseBusy } from '../database/failures.ts';
import { Slots } from '../limits/limits.ts';
import { TooManyRequests } from '../problem.ts';
import { networkOf } from '../values/client-network.ts';

interface Task {
  module: string;
  input: unknown;
  attempts: number;
  resolve(result: unknown): void;
  reject: (error: Error) => void;
}

export type Answer = { result: unknown } | { error: string };

const idleMilliseconds = 30_000;
const maxMilliseconds = 60_000;

const entry = new URL('side-thread-entry.ts', import.meta.url);

class SideThread {
  readonly #niceness: number;
  readonly #waiting: Task[] = [];
  #thread: Worker | null = null;
  #current: Task | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(niceness: number) {
    this.#niceness = niceness;
  }

  perform(task: Task): void {
    this.#waiting.push(task);
    if (!this.#current) this.#runNext();
  }

  #runNext(): void {
    clearTimeout(this.#timer);
    this.#current = this.#waiting.shift() ?? null;
    this.#thread ??= this.#current && this.#start();
    const [thread, current] = [this.#thread, this.#current];
    if (!thread) return;
    this.#timer = setTimeout(() => thread.terminate(), current ? maxMilliseconds : idleMilliseconds);
    if (!current) {
      thread.unref();
      this.#timer.unref();
      return;
    }
    thread.ref();
    current.attempts++;
    thread.postMessage({ module: current.module, input: current.input });
  }

  #start(): Worker {
    const options = { env: {}, workerData: this.#niceness, resourceLimits: { maxOldGenerationSizeMb: 128 } };
    const started = new Worker(entry, options);
    started.on('message', (answer: Answer) => this.#end(answer));
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (this.#thread === started) this.#thread = null;
      const task = this.#current;
      if (task && task.attempts < 2) {
        this.#waiting.unshift(task);
        this.#runNext();
      } else if (task) this.#end({ error: 'The thread ended during the task.' });
    });
    return started;
  }

  #end(answer: Answer): void {
    const task = this.#current;
    this.#current = null;
    if ('result' in answer) task?.resolve(answer.result);
    else task?.reject(new Error(answer.error));
    this.#runNext();
  }
}

/** Jobs use only the time that callers leave. */
const threads = { caller: new SideThread(0), job: new SideThread(15) };

export interface TaskOwner {
  rootId: string;
  address?: string;
}

/** A task takes a few milliseconds, so the last one waits about a second. Accounts take turns. */
const queue = new FairQueue({ total: 2, each: 1, waitingEach: 200, waiting: 4000, milliseconds: 8000 });

/** In the account of a public page, one address can take at most this many places. */
const placesOfAddress = new Slots(100);

/**
 * Runs a task in a thread. If the thread dies, tries once more. Throws `TOO_MANY_REQUESTS` if the account has too many
 * tasks.
 */
export async function inThread<Result>(module: URL, input: unknown, of: TaskOwner | 'job'): Promise<Result> {
  if (of === 'job') return perform('job', module, input);
  const { rootId, address } = of;
  const leave = address === undefined ? () => undefined : placesOfAddress.enter(`${rootId} ${networkOf(address)}`);
  if (!leave) throw tooMany();
  try {
    return await queue.run(rootId, () => perform<Result>('caller', module, input));
  } catch (error) {
    throw error instanceof DatabaseBusy ? tooMany() : error;
  } finally {
    leave();
  }
}

function perform<Result>(of: keyof typeof threads, module: URL, input: unknown): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    threads[of].perform({ module: module.href, input, attempts: 0, resolve, reject });
  });
}

function tooMany(): TooManyRequests {
  return new TooManyRequests(1, 'Too many drawings are waiting. Try again in a second.');
}
