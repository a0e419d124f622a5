import { Worker } from 'node:worker_threads';
import { TooManyRequests } from '../problem.ts';

interface Task {
  module: string;
  input: unknown;
  attempts: number;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** What a thread answers: the result, or the message of an error. */
export type Answer = { result: unknown } | { error: string };

/** The tasks of callers that may wait. Drawing takes a few milliseconds, so the last one waits for about a second. */
const mostWaiting = 200;
const idleMilliseconds = 30_000;
/** A task that takes longer will never end. */
const mostMilliseconds = 60_000;

const entry = new URL('side-thread-entry.ts', import.meta.url);

/** Performs tasks one after the other. The thread starts with the first one and ends when it is idle. */
class SideThread {
  readonly #niceness: number;
  readonly #waiting: Task[] = [];
  #thread: Worker | null = null;
  #current: Task | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(niceness: number) {
    this.#niceness = niceness;
  }

  get waiting(): number {
    return this.#waiting.length;
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
    this.#timer = setTimeout(() => thread.terminate(), current ? mostMilliseconds : idleMilliseconds);
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
    // An error ends the thread, and the exit says so.
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
    if ('result' in answer) task?.resolve(answer.result as never);
    else task?.reject(new Error(answer.error));
    this.#runNext();
  }
}

/** Jobs take only the time that callers leave, and callers never wait for them. */
const threads = { caller: new SideThread(0), job: new SideThread(15) };

/**
 * Calls the function `run` of a module in another thread, where it does not block the event loop. Callers and jobs have a
 * thread each; on Linux, that of jobs has a low priority. A task during which the thread dies is tried once more.
 * `TOO_MANY_REQUESTS` refuses the task of a caller while too many wait.
 */
export function inThread<Result>(module: URL, input: unknown, of: keyof typeof threads = 'caller'): Promise<Result> {
  if (of === 'caller' && threads.caller.waiting >= mostWaiting)
    throw new TooManyRequests(1, 'Too many drawings are waiting. Try again in a second.');
  return new Promise<Result>((resolve, reject) => {
    threads[of].perform({ module: module.href, input, attempts: 0, resolve, reject });
  });
}
