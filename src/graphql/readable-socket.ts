import { isUtf8 } from 'node:buffer';
import { WebSocket } from 'ws';
import { withExactNumbers } from '../http/body/exact-json.ts';
import { jsonNames } from '../http/body/json-body.ts';

/** The bytes that may wait for a caller who does not read, until nothing more is read of what the caller sends. */
const mostUnread = 64 * 1024;

/** The close code "bad request" of `graphql-transport-ws`. */
const badRequest = 4400;

/** The close code "invalid payload data", which `ws` sends for text that is not UTF-8. */
const notText = 1007;

/**
 * A WebSocket whose messages cost no more to read than the body of a request: with as many names and levels, and with the
 * long numbers as text. Each message may have an answer, so a caller who reads none cannot go on sending.
 */
export class ReadableSocket extends WebSocket {
  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (event !== 'message') return super.emit(event, ...given);
    const [bytes, ...others] = given as [Buffer, ...unknown[]];
    const message = this.#readable(bytes);
    if (message) super.emit(event, message, ...others);
    if (this.bufferedAmount > mostUnread && !this.isPaused) this.#waitForReader();
    return true;
  }

  #readable(bytes: Buffer): Buffer | null {
    // Binary messages are taken as text, too, and graphql-ws would replace other bytes.
    if (!isUtf8(bytes)) {
      this.close(notText, 'The message is not UTF-8');
      return null;
    }
    try {
      jsonNames(true)(bytes);
    } catch (error) {
      this.close(badRequest, (error as Error).message);
      return null;
    }
    const text = bytes.toString('latin1');
    const exact = withExactNumbers(text);
    return exact === text ? bytes : Buffer.from(exact, 'latin1');
  }

  #waitForReader(): void {
    this.pause();
    const look = setInterval(() => {
      if (this.readyState !== this.OPEN) return clearInterval(look);
      if (this.bufferedAmount > mostUnread) return;
      clearInterval(look);
      this.resume();
    }, lookMilliseconds);
    look.unref();
  }
}

/** `ws` does not say when its buffer is empty again. */
const lookMilliseconds = 50;
