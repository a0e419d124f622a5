import { connect, type Socket } from 'node:net';

/*
 * A load generator that takes little CPU from the server on the same machine: it uses raw sockets, prepares the requests, and reads
 * only the heads of the responses. undici and autocannon take as much CPU as the baseline itself.
 */

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** Returns the next request in full, or undefined when there are no more. */
  next: () => string | undefined;
  /** The beginning of the body of each response. Any other response aborts the measurement. */
  expected: string;
}

export interface Measured {
  perSecond: number;
  /** Durations in milliseconds, ascending. */
  latencies: number[];
}

/** Sends requests over all connections, each as soon as the response to the previous one arrives. */
export async function load(options: Load): Promise<Measured> {
  const sockets = await Promise.all(Array.from({ length: options.connections }, () => open(options.port)));
  const latencies: number[] = [];
  const began = performance.now();
  try {
    const until = began + options.seconds * 1000;
    await Promise.all(sockets.map((socket) => repeat(socket, options, until, latencies)));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const seconds = (performance.now() - began) / 1000;
  return {
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
          reject(new Error(`unexpected response: ${chunk.toString().slice(0, 1000)}`));
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

/** Returns the length of a good response including its head. Servers send the head and the beginning of the body in one chunk. */
function headOf(chunk: Buffer, expected: string): { length: number } | null {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const length = /^HTTP\/1\.1 200 .*^content-length: (\d+)\r$/ims.exec(chunk.toString('latin1', 0, end))?.[1];
  if (!length || chunk.toString('latin1', end, end + expected.length) !== expected) return null;
  return { length: end + Number(length) };
}
