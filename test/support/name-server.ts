import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import { onTestFinished } from 'vitest';
import { hostLookup } from '../../src/kernel/outbound/host-lookup.ts';

/** The addresses of each name in each response. The last list also applies to all further responses. */
export type Zone = Record<string, string[][] | 'silent'>;

interface NameServer {
  /** `127.0.0.1:port`. */
  address: string;
  /** Looks up names as the service does, with this server. */
  lookup: LookupFunction;
  /** The names whose addresses of IPv4 were asked for. */
  asked: string[];
}

/** Starts a real DNS server, which runs until the test ends. It never answers for silent names. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, client) => {
    const { name, end } = readName(question);
    const isIpv4 = question.readUInt16BE(end - 4) === 1;
    if (isIpv4) asked.push(name);
    const answers = zone[name] ?? [[]];
    if (answers === 'silent') return;
    const addresses = isIpv4 ? ((answers.length > 1 ? answers.shift() : answers[0]) ?? []) : [];
    socket.send(answerTo(question, end, addresses), client.port, client.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const address = `127.0.0.1:${socket.address().port}`;
  return { address, lookup: hostLookup([address]), asked };
}

/** Returns the name in the only question, and the position of the end of the question. */
function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 5 };
}

/** Returns a response with A records that have a time to live of 0, so resolvers do not cache them. */
function answerTo(question: Buffer, end: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}
