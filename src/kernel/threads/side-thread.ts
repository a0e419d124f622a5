import { Worker } from 'node:worker_threads';
import { TooManyRequests } from '../problem.ts';

interface Task {
  module: string;
  input: unknown;
  attempts: number;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** What the thread answers: the result, or the message of an error. */
export type Answer = { result: unknown } | { error: string };

/** The tasks of callers that may wait. Drawing takes a few milliseconds, so the last one waits for about a second. */
const mostWaiting = 200;
const idleMilliseconds = 30_000;
/** A task that takes longer will never end. */
const mostMilliseconds = 60_000;

const entry = new URL('side-thread-entry.ts', import.meta.url);
const ahead: Task[] = [];
const behind: Task[] = [];
let thread: Worker | null = null;
let current: Task | null = null;
let timer: NodeJS.Timeout | undefined;

/**
 * Calls the function `run` of a module in a second thread, where it does not block the event loop. The thread starts
 * with the first task and ends when it is idle. A task during which the thread dies is tried once more. Tasks of
 * callers go before those of jobs, and `TOO_MANY_REQUESTS` refuses them while too many wait.
 */
export function inThread<Result>(module: URL, input: unknown, of: 'caller' | 'job' = 'caller'): Promise<Result> {
  if (of === 'caller' && ahead.length >= mostWaiting)
    throw new TooManyRequests(1, 'Too many drawings are waiting. Try again in a second.');
  return new Promise<Result>((resolve, reject) => {
    (of === 'caller' ? ahead : behind).push({ module: module.href, input, attempts: 0, resolve, reject });
    if (!current) runNext();
  });
}

function runNext(): void {
  clearTimeout(timer);
  current = ahead.shift() ?? behind.shift() ?? null;
  thread ??= current && startThread();
  if (!thread) return;
  const { terminate } = thread;
  timer = setTimeout(terminate.bind(thread), current ? mostMilliseconds : idleMilliseconds);
  if (!current) {
    thread.unref();
    timer.unref();
    return;
  }
  thread.ref();
  current.attempts++;
  thread.postMessage({ module: current.module, input: current.input });
}

function startThread(): Worker {
  const started = new Worker(entry, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 128 } });
  started.on('message', (answer: Answer) => end(answer));
  // An error ends the thread, and the exit says so.
  started.on('error', () => undefined);
  started.on('exit', () => {
    if (thread === started) thread = null;
    const task = current;
    if (task && task.attempts < 2) {
      ahead.unshift(task);
      runNext();
    } else if (task) end({ error: 'The thread ended during the task.' });
  });
  return started;
}

function end(answer: Answer): void {
  if ('result' in answer) current?.resolve(answer.result as never);
  else current?.reject(new Error(answer.error));
  runNext();
}
