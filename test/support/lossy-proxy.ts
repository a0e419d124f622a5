import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a connection loses: its `COMMIT`, the answer to it, or every answer. */
type Loss = 'COMMIT' | 'ANSWER TO COMMIT' | 'ANSWERS';

export interface LossyProxy {
  /** The address of the proxy in the form of the given one. */
  url: string;
  /**
   * Lets a connection that sends the text lose something: it breaks at its next commit, only one of them, or stays silent
   * from now on.
   */
  lose(loss: Loss, text: string): void;
}

/** A TCP proxy in front of a MySQL or MariaDB server, as an unreliable network is, until the test ends. */
export async function startLossyProxy(to: string): Promise<LossyProxy> {
  const target = new URL(to);
  let next: { loss: Loss; text: string } | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let named: typeof next;
    client.on('data', (data) => {
      if (next && data.includes(next.text)) named = next;
      const isCut = named && named === next && named.loss !== 'ANSWERS' && data.includes('COMMIT');
      if (!isCut) return void upstream.write(data);
      if (next?.loss === 'ANSWER TO COMMIT') upstream.end(data);
      next = undefined;
      client.destroy();
    });
    upstream.on('data', (data) => named?.loss !== 'ANSWERS' && client.write(data));
    endTogether(client, upstream);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = new URL(to);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    lose: (loss, text) => {
      next = { loss, text };
    },
  };
}

/** Ends each of two sockets after the other. What was written to the server still reaches it. */
function endTogether(client: Socket, upstream: Socket): void {
  client.on('error', () => undefined).on('close', () => upstream.end());
  upstream.on('error', () => undefined).on('close', () => client.destroy());
}
