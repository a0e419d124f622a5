import type { IncomingMessage } from 'node:http';
import { AddressRanges } from './address-ranges.ts';

const loopback = new AddressRanges(['127.0.0.0/8', '::1']);

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || loopback.includes(name);
}

/**
 * Whether a request comes from this machine. It also requires a local `Host`: with DNS rebinding, a foreign page could
 * otherwise read the response.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  return (
    loopback.includes(socket.remoteAddress ?? '') &&
    isThisMachine(URL.parse(`http://${headers.host}`)?.hostname ?? '') &&
    proxyHeaders.every((name) => headers[name] === undefined)
  );
}
