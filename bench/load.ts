import { connect, type Socket } from 'node:net';

/*
 * A load generator that costs little beside the server on the same machine: raw sockets, requests that are ready to
 * send, and of the answers only the head is read. undici and autocannon cost as much CPU as the baseline itself.
 */

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** The next request in full, or undefined when there is no more. */
  next: () => string | undefined;
  /** How the body of each answer begins. Any other answer ends the measurement. */
  expected: string;
}

export interface Measured {
  requests: number;
  perSecond: number;
  /** Durations in milliseconds, ascending. */
  latencies: number[];
}

/** Sends requests over all connections, each as soon as the one before it is answered. */
export async function load(options: Load): Promise<Measured> {
  const sockets = await Promise.all(Array.from({ length: options.connections }, () => open(options.port)));
  const latencies: number[] = [];
  const began = performance.now();
  try {
    await Promise.all(sockets.map((socket) => repeat(socket, options, began + options.seconds * 1000, latencies)));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const seconds = (performance.now() - began) / 1000;
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    latencies: latencies.sort((one, other) => one - other),
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

function repeat(socket: Socket, { next, expected }: Load, until: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let began = 0;
    let missing = 0;
    const send = (): void => {
      const request = performance.now() < until ? next() : undefined;
      if (request === undefined) {
        resolve();
        return;
      }
      began = performance.now();
      socket.write(request);
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        const head = headOf(chunk, expected);
        if (!head) {
          reject(new Error(`unexpected answer: ${chunk.toString().slice(0, 1000)}`));
          return;
        }
        missing = head.length;
      }
      missing -= chunk.length;
      if (missing > 0) return;
      latencies.push(performance.now() - began);
      send();
    });
    send();
  });
}

/** The length of an answer with its head, if it is a good one. Servers send a head and the begin of its body at once. */
function headOf(chunk: Buffer, expected: string): { length: number } | null {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const length = /^HTTP\/1\.1 200 .*^content-length: (\d+)\r$/ims.exec(chunk.toString('latin1', 0, end))?.[1];
  if (!length || chunk.toString('latin1', end, end + expected.length) !== expected) return null;
  return { length: end + Number(length) };
}
