import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { UnfinishedBody } from '../http/body/whole-body.ts';
import { tryAgainLater } from './direct-results.ts';

/** A message with credentials has a few hundred bytes, and no other is needed before it. */
const mostBytesOfStranger = 8 * 1024;

/** The close code "message too big". */
const tooBig = 1009;

/** The header and the mask of a ping or pong. */
const bytesAroundControl = 6;

/**
 * Bounds what arrives at a WebSocket: a few kilobytes in all until it has authenticated, then the unfinished messages of a
 * root account.
 */
export class UnfinishedMessages {
  readonly #socket: WebSocket;
  #body: UnfinishedBody | null = null;
  /** The bytes that arrived since the last message, at most as many as the last chunk more. */
  #bytes = 0;
  #chunk = 0;

  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket;
    // Before the listener of `ws`, which emits the messages of a chunk at once.
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

  /** The socket has authenticated. */
  belongsTo(rootId: string): void {
    this.#body ??= new UnfinishedBody({ rootId });
  }

  #take(bytes: number): void {
    this.#bytes += bytes;
    this.#chunk = bytes;
    if (!this.#body) {
      if (this.#bytes > mostBytesOfStranger) this.#refuse(tooBig, 'Authenticate first');
      return;
    }
    try {
      this.#body.add(bytes);
    } catch (error) {
      this.#refuse(tryAgainLater, (error as Error).message);
    }
  }

  /** What is left is the beginning of the next message, and headers of frames, whose size nobody says. */
  #leave(bytes: number): void {
    if (!this.#body) return;
    this.#bytes = Math.max(0, Math.min(this.#bytes - bytes, this.#chunk));
    this.#body.end();
    this.#body.add(this.#bytes);
  }

  /** A caller that does not read would delay a goodbye, and send more meanwhile. */
  #refuse(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#socket.terminate();
  }
}

function lengthOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, { length }) => sum + length, 0) : data.byteLength;
}
