import { Worker } from 'node:worker_threads';
import type { IOtlpExportDelegate } from '@opentelemetry/otlp-exporter-base';

export type Signal = 'traces' | 'metrics';

/** A request to a collector, the order to serve `/metrics`, or the answer to who asked for that; null if it failed. */
export type ToThread =
  | { kind: 'send'; id: number; signal: Signal; body: Uint8Array }
  | { kind: 'serve'; host: string; port: number }
  | { kind: 'text'; id: number; text: string | null };

export type FromThread =
  | { kind: 'sent'; id: number; error?: string }
  | { kind: 'serving'; error?: string }
  | { kind: 'scrape'; id: number };

type Result = Parameters<Parameters<IOtlpExportDelegate<unknown>['export']>[1]>[0];

/** The codes of `ExportResultCode` in `@opentelemetry/core`. */
const [succeeded, failed] = [0, 1];

/** Sends and serves what the process measures, in another thread (`exporting.ts` says why). */
export class ExporterThread {
  readonly #thread: Worker;
  readonly #sending = new Map<number, PromiseWithResolvers<Result>>();
  #last = 0;
  readonly #serving = Promise.withResolvers<void>();
  #ended: Error | null = null;
  #read: () => Promise<string> = async () => '';

  constructor() {
    // Mostly nobody waits for it.
    this.#serving.promise.catch(() => undefined);
    this.#thread = new Worker(new URL('exporting.ts', import.meta.url));
    this.#thread.unref();
    this.#thread.on('message', (message: FromThread) => void this.#hear(message));
    this.#thread.on('error', (error) => process.emitWarning(`Nothing more is exported: ${error}`));
    this.#thread.on('exit', () => this.#end(new Error('the thread of telemetry has ended')));
  }

  /** Returns what exporters of the SDK use to send. */
  delegate<Item>(signal: Signal, serialize: (items: Item) => Uint8Array | undefined): IOtlpExportDelegate<Item> {
    const flush = async () => {
      await Promise.all([...this.#sending.values()].map(({ promise }) => promise));
    };
    return {
      export: (items, ended) => {
        const body = serialize(items);
        if (this.#ended || !body) return ended({ code: failed, error: this.#ended ?? new Error('nothing to send') });
        this.#last += 1;
        const sending = Promise.withResolvers<Result>();
        this.#sending.set(this.#last, sending);
        void sending.promise.then(ended);
        this.#tell({ kind: 'send', id: this.#last, signal, body });
      },
      forceFlush: flush,
      shutdown: flush,
      setMetrics: () => undefined,
    };
  }

  /** Serves `/metrics`. Rejects if the port cannot be had. */
  serve(host: string, port: number, read: () => Promise<string>): Promise<void> {
    this.#read = read;
    this.#tell({ kind: 'serve', host, port });
    return this.#serving.promise;
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }

  async #hear(message: FromThread): Promise<void> {
    if (message.kind === 'sent') {
      const { id, error } = message;
      const result = error === undefined ? { code: succeeded } : { code: failed, error: new Error(error) };
      this.#sending.get(id)?.resolve(result);
      this.#sending.delete(id);
    } else if (message.kind === 'serving') {
      if (message.error === undefined) this.#serving.resolve();
      else this.#serving.reject(new Error(message.error));
    } else this.#tell({ kind: 'text', id: message.id, text: await this.#read().catch(() => null) });
  }

  #end(error: Error): void {
    this.#ended = error;
    for (const { resolve } of this.#sending.values()) resolve({ code: failed, error });
    this.#sending.clear();
    this.#serving.reject(error);
  }

  #tell(message: ToThread): void {
    this.#thread.postMessage(message);
  }
}
