import { isUtf8 } from 'node:buffer';
import { WebSocket } from 'ws';
import { jsonNames, withExactNumbers } from '../http/body/json-body.ts';

/** If more output than this is unread, the socket reads no more input. */
const maxUnread = 64 * 1024;

const badRequest = 4400;

/** The close code for "invalid payload data". `ws` uses it for text that is not UTF-8. */
const notText = 1007;

/** Applies the limits of request bodies to messages. Stops reading from a caller that reads no responses. */
export class ReadableSocket extends WebSocket {
  /** The size of the latest message. graphql-ws keeps the message while its subscription runs. */
  latestBytes = 0;

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (event !== 'message') return super.emit(event, ...given);
    const [bytes, ...others] = given as [Buffer, ...unknown[]];
    this.latestBytes = bytes.length;
    const message = this.#readable(bytes);
    if (message) super.emit(event, message, ...others);
    if (this.bufferedAmount > maxUnread && !this.isPaused) this.#waitForReader();
    return true;
  }

  #readable(bytes: Buffer): Buffer | null {
    // Check binary messages too: they count as text, and graphql-ws would replace malformed bytes.
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
      if (this.bufferedAmount > maxUnread) return;
      clearInterval(look);
      this.resume();
    }, lookMilliseconds);
    look.unref();
  }
}

const lookMilliseconds = 50;
