import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ExecutionResult } from 'graphql';
import type { WebSocket } from 'ws';
import { Problem, problems } from '../kernel/problem.ts';
import { bytesOf, resultsIn } from './shared-results.ts';
import { holdBytes, releaseBytes } from './unsent-bytes.ts';

/**
 * The maximum number of bytes that wait in the socket of a slow reader. Further events wait in the queue of the feed,
 * which is limited.
 */
const maxBuffered = 16 * 1024;

/** The close code for "try again later". Clients then reconnect automatically. */
export const tryAgainLater = 1013;

const end = Buffer.from('}');

export type Results = AsyncIterableIterator<ExecutionResult>;

export type Connection = { request: IncomingMessage; socket: WebSocket };

/** Sends results directly, so that receivers share their bytes. Only results with errors go through graphql-ws. */
export function sendDirectly(results: Results, id: string, { socket, request }: Connection, rootId: string): Results {
  const beginning = Buffer.from(JSON.stringify({ id, type: 'next', payload: null }).slice(0, -'null}'.length));
  const waiting: (() => ExecutionResult | Promise<ExecutionResult>)[] = [];
  return {
    next: async () => {
      for (;;) {
        const next = waiting.shift();
        if (!next) {
          const item = await results.next();
          if (item.done) return item;
          waiting.push(...resultsIn(item.value));
          continue;
        }
        const executed = next();
        const result = executed instanceof Promise ? await executed : executed;
        if (result.errors) {
          if (isTooSlow(result)) socket.close(tryAgainLater, problems.TOO_SLOW);
          return { done: false, value: result };
        } else {
          collectWrites(request.socket);
          const room = send(socket, Buffer.concat([beginning, bytesOf(result), end]), rootId);
          if (room) await room;
        }
      }
    },
    return: async () => (await results.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const collecting = new Set<Socket>();

function collectWrites(socket: Socket): void {
  if (collecting.has(socket)) return;
  if (collecting.size === 0) setImmediate(sendCollected);
  collecting.add(socket);
  socket.cork();
}

function sendCollected(): void {
  for (const socket of collecting) socket.uncork();
  collecting.clear();
}

/**
 * Sends a message, and waits while the buffer of the socket is full. It sends bytes, because Node 26 may abort when
 * `ws` measures a concatenated string.
 */
function send(socket: WebSocket, message: Buffer, rootId: string): Promise<void> | undefined {
  if (socket.readyState !== socket.OPEN) return undefined;
  const { length } = message;
  if (socket.bufferedAmount + length <= maxBuffered) return void socket.send(message, { binary: false });
  holdBytes(rootId, socket, length, (slow) => slow.close(tryAgainLater, problems.TOO_SLOW));
  if (socket.readyState !== socket.OPEN) return undefined;
  return new Promise((resolve) =>
    socket.send(message, { binary: false }, () => {
      releaseBytes(rootId, socket, length);
      resolve();
    }),
  );
}

function isTooSlow({ errors }: ExecutionResult): boolean {
  return errors?.[0]?.originalError instanceof Problem && errors[0].originalError.code === 'TOO_SLOW';
}
