import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo, LookupFunction } from 'node:net';
import { onTestFinished } from 'vitest';

/** The addresses of each name in each response. The last list also applies to all further responses. */
export type Zone = Record<string, string[][]>;

/** Starts a real DNS server that runs until the test ends, and returns a lookup function that uses this server. */
export async function startNameServer(zone: Zone): Promise<{ lookup: LookupFunction; asked: string[] }> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, end } = readName(question);
    asked.push(name);
    const answers = zone[name] ?? [[]];
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    socket.send(answerTo(question, end, addresses), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
  const lookup: LookupFunction = (host, options, callback) =>
    resolver.resolve4(host, (error, addresses = []) => {
      if (error) callback(error, '');
      else if (options.all)
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        );
      else callback(null, addresses[0] ?? '', 4);
    });
  return { lookup, asked };
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
