import type { WebSocket } from 'ws';
import { Occupancy } from '../http/occupancy.ts';

/** A client sends its credentials with its first message, so ten seconds are enough on any line. */
export const authenticationMilliseconds = 10_000;

/**
 * A socket costs memory before its caller is known. An address may have a thousand, so that as many subscribers behind one
 * proxy can reconnect at once.
 */
const mostWaiting = { ofAddress: 1_000, ofProcess: 4_000 };

/** The close code "unauthorized" of GraphQL clients, after which they do not reconnect automatically. */
const unauthorized = 4401;

export class WaitingSockets {
  readonly #occupancy = new Occupancy(mostWaiting);
  readonly #leave = new WeakMap<WebSocket, () => void>();

  hasRoomFor(address: string): boolean {
    return this.#occupancy.hasRoomFor(address);
  }

  /** Closes the socket unless it authenticates in time. */
  enter(socket: WebSocket, address: string): void {
    const leave = this.#occupancy.enter(address);
    const timer = setTimeout(() => socket.close(unauthorized, 'Not authenticated in time'), authenticationMilliseconds);
    const done = () => {
      clearTimeout(timer);
      leave();
    };
    socket.once('close', done);
    this.#leave.set(socket, done);
  }

  leave(socket: WebSocket): void {
    this.#leave.get(socket)?.();
  }
}
