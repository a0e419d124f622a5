import type { WebSocket } from 'ws';
import { Occupancy } from '../http/occupancy.ts';

export const authenticationMilliseconds = 10_000;

/**
 * Limits the sockets that wait for authentication, because each takes memory. The limit per address is high, for
 * subscribers behind one proxy.
 */
const maxWaiting = { ofAddress: 1_000, ofProcess: 4_000 };

/** The close code for "unauthorized". Clients then do not reconnect automatically. */
const unauthorized = 4401;

export class WaitingSockets {
  readonly #occupancy = new Occupancy(maxWaiting);
  readonly #leave = new WeakMap<WebSocket, () => void>();

  hasRoomFor(address: string): boolean {
    return this.#occupancy.hasRoomFor(address);
  }

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
