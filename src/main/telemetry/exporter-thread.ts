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

type Ended = Parameters<IOtlpExportDelegate<unknown>['export']>[1];

/** The codes of `ExportResultCode` in `@opentelemetry/core`. */
const [succeeded, failed] = [0, 1];

/** Sends and serves what the process measures, in another thread (`exporting.ts` says why). */
export class ExporterThread {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, Ended>();
  #last = 0;
  #serving: { resolve: () => void; reject: (error: Error) => void } | null = null;
  #ended: Error | null = null;
  #read: () => Promise<string> = async () => '';

  constructor() {
    this.#thread = new Worker(new URL('exporting.ts', import.meta.url));
    this.#thread.unref();
    this.#thread.on('message', (message: FromThread) => void this.#hear(message));
    this.#thread.on('error', (error) => process.emitWarning(`Nothing more is exported: ${error}`));
    this.#thread.on('exit', () => this.#end(new Error('the thread of telemetry has ended')));
  }

  /** Returns what exporters of the SDK use to send. */
  delegate<Item>(signal: Signal, serialize: (items: Item) => Uint8Array | undefined): IOtlpExportDelegate<Item> {
    const flush = async () => {
      while (this.#waiting.size > 0) await new Promise((resolve) => this.#thread.once('message', resolve));
    };
    return {
      export: (items, ended) => {
        const body = serialize(items);
        if (this.#ended || !body) return ended({ code: failed, error: this.#ended ?? new Error('nothing to send') });
        this.#last += 1;
        this.#waiting.set(this.#last, ended);
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
    return new Promise((resolve, reject) => {
      this.#serving = { resolve, reject };
      this.#tell({ kind: 'serve', host, port });
    });
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }

  async #hear(message: FromThread): Promise<void> {
    if (message.kind === 'sent') {
      const { id, error } = message;
      const ended = this.#waiting.get(id);
      this.#waiting.delete(id);
      ended?.(error === undefined ? { code: succeeded } : { code: failed, error: new Error(error) });
    } else if (message.kind === 'serving') {
      if (message.error === undefined) this.#serving?.resolve();
      else this.#serving?.reject(new Error(message.error));
    } else this.#tell({ kind: 'text', id: message.id, text: await this.#read().catch(() => null) });
  }

  #end(error: Error): void {
    this.#ended = error;
    for (const ended of this.#waiting.values()) ended({ code: failed, error });
    this.#waiting.clear();
    this.#serving?.reject(error);
  }

  #tell(message: ToThread): void {
    this.#thread.postMessage(message);
  }
}
