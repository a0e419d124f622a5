import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Balancer {
  /** The address of the balancer in the form of the given one. */
  url: string;
  /** Leads new connections to another server. Those that exist stay with theirs. */
  moveTo(url: string): void;
}

/** A TCP proxy in front of database servers, as a virtual address or a DNS name is, until the test ends. */
export async function startBalancer(to: string): Promise<Balancer> {
  let target = new URL(to);
  const server = createServer((client) => {
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
    moveTo: (other) => {
      target = new URL(other);
    },
  };
}
