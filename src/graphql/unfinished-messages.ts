import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { UnfinishedBody } from '../http/body/whole-body.ts';
import { tryAgainLater } from './direct-results.ts';

/** The limit before authentication. A message with credentials is smaller. */
const maxAnonymousBytes = 8 * 1024;

const tooBig = 1009;

const bytesAroundControl = 6;

/** Limits unfinished messages: to a few kilobytes before authentication, and then like unfinished bodies. */
export class UnfinishedMessages {
  readonly #socket: WebSocket;
  #body: UnfinishedBody | null = null;
  /** The bytes since the last complete message, plus at most one chunk. */
  #bytes = 0;
  #chunk = 0;

  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket;
    // Listen before `ws` does: it emits all messages of a chunk at once.
    const take = (chunk: Buffer) => this.#take(chunk.length);
    stream.prependListener('data', take);
    const takeControl = (payload: Buffer) => this.#leave(payload.length + bytesAroundControl);
    socket
      .on('message', (data) => this.#leave(lengthOf(data)))
      .on('ping', takeControl)
      .on('pong', takeControl)
      .once('close', () => {
        stream.off('data', take);
        this.#body?.end();
      });
  }

  belongsTo(rootId: string): void {
    this.#body ??= new UnfinishedBody({ rootId });
  }

  #take(bytes: number): void {
    this.#bytes += bytes;
    this.#chunk = bytes;
    if (!this.#body) {
      if (this.#bytes > maxAnonymousBytes) this.#refuse(tooBig, 'Authenticate first');
      return;
    }
    try {
      this.#body.add(bytes);
    } catch (error) {
      this.#refuse(tryAgainLater, (error as Error).message);
    }
  }

  #leave(bytes: number): void {
    // After a refusal, `ws` still emits the messages of the chunk.
    if (!this.#body || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#bytes = Math.max(0, Math.min(this.#bytes - bytes, this.#chunk));
    this.#body.end();
    this.#body.add(this.#bytes);
  }

  #refuse(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#socket.terminate();
  }
}

function lengthOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, { length }) => sum + length, 0) : data.byteLength;
}
