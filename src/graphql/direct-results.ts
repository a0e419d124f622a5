import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ExecutionResult } from 'graphql';
import type { WebSocket } from 'ws';
import { holdBytes, releaseBytes } from '../kernel/limits/unread-bytes.ts';
import { Problem, problems } from '../kernel/problem.ts';
import { bytesOf, resultsIn } from './shared-results.ts';

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

interface Receiver {
  id: string;
  rootId: string;
  /** Presents the errors of a result. Absent if they have been presented. */
  present?: (result: ExecutionResult) => ExecutionResult;
}

/** Sends results directly, so that receivers share their bytes, and the bytes that they have not read are counted. */
export function sendDirectly(
  results: Results,
  { socket, request }: Connection,
  { id, rootId, present = (result) => result }: Receiver,
): Results {
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
        if (isTooSlow(result)) socket.close(tryAgainLater, problems.TOO_SLOW);
        collectWrites(request.socket);
        const room = send(socket, Buffer.concat([beginning, bytesOf(present(result)), end]), rootId);
        if (room) await room;
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
