import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNode } from './node.ts';

const checkMilliseconds = 200;
/** A node that does not answer within this time is down. */
const answerMilliseconds = 2000;
/** A cluster that has no writer for so long will not get one by itself. */
const electionMilliseconds = 120_000;

export interface Proxy {
  port: number;
  writer(): Promise<ClusterNode>;
  /** Leads new connections to a node from now on, whatever the next check says of the others. Others survive. */
  moveTo(node: ClusterNode): void;
  stop(): void;
}

interface Options {
  /** The query that a node answers with 1 if it may be written. */
  writable: string;
  /** Whether connections to a node that went down are closed, as HAProxy's `on-marked-down shutdown-sessions` does. */
  closing: boolean;
}

/** Leads each new connection to the node that may be written, and stays with it as long as it may be. */
export async function startProxy(nodes: readonly ClusterNode[], { writable, closing }: Options): Promise<Proxy> {
  let target: ClusterNode | undefined;
  let running = true;
  const open = new Map<Socket, ClusterNode>();
  const server = createServer((client) => {
    if (!target) return void client.destroy();
    const upstream = connect(target.port, '127.0.0.1');
    open.set(client, target);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy()).on('close', () => open.delete(client) && upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const isWriter = (node: ClusterNode) =>
    Promise.race([node.says(writable).catch(() => false), sleep(answerMilliseconds, false)]);
  const check = async () => {
    const asked = target;
    if (asked && (await isWriter(asked))) return;
    // A planned switch may have moved the connections meanwhile, and then those to the former writer survive.
    if (asked !== target) return;
    const left = target;
    target = undefined;
    if (closing) for (const [client, node] of open) if (node === left) client.destroy();
    const others = nodes.filter((node) => node !== left);
    const found = await Promise.all(
      [...others, ...(left ? [left] : [])].map(async (node) => [node, await isWriter(node)] as const),
    );
    target ??= found.find(([, writes]) => writes)?.[0];
  };
  const checking = (async () => {
    for (; running; await sleep(checkMilliseconds)) await check();
  })();

  const writer = async () => {
    for (const deadline = Date.now() + electionMilliseconds; !target; await sleep(20))
      if (Date.now() > deadline)
        throw new Error(`no node can be written:\n${nodes.map((node) => node.lastLines()).join('\n\n')}`);
    return target;
  };
  await writer();

  return {
    port: (server.address() as AddressInfo).port,
    writer,
    moveTo: (node) => {
      target = node;
    },
    stop: () => {
      running = false;
      server.close();
      for (const client of open.keys()) client.destroy();
      void checking;
    },
  };
}
