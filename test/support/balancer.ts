import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Balancer {
  /** The address of the balancer in the form of the given one. */
  url: string;
  /** Leads new connections to other servers, in turn. Those that exist stay with theirs. */
  moveTo(...urls: string[]): void;
  /** Waits for a number of connections in all. */
  connections(number: number): Promise<void>;
}

/** A TCP proxy in front of database servers, as a virtual address or a DNS name is, until the test ends. */
export async function startBalancer(to: string): Promise<Balancer> {
  let targets = [new URL(to)];
  let dealt = 0;
  const server = createServer((client) => {
    const target = targets[dealt % targets.length] as URL;
    dealt += 1;
    server.emit('dealt');
    const upstream = connect(Number(target.port), target.hostname);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = new URL(to);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    moveTo: (...others) => {
      targets = others.map((other) => new URL(other));
    },
    connections: async (number) => {
      while (dealt < number) await once(server, 'dealt');
    },
  };
}
