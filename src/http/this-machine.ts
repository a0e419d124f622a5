import type { IncomingMessage } from 'node:http';
import { AddressRanges } from './address-ranges.ts';

const loopback = new AddressRanges(['127.0.0.0/8', '::1']);

/** The headers with which proxies say that they pass a request on. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** Returns whether a host of an address means this machine, such as `localhost` and `127.0.0.1`. */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || loopback.includes(name);
}

/**
 * Returns whether a program on this machine made the request for itself. The header `Host` must name this machine too:
 * somebody else's host name that leads to this machine (DNS rebinding) would let a page elsewhere read the response.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  return (
    loopback.includes(socket.remoteAddress ?? '') &&
    isThisMachine(URL.parse(`http://${headers.host}`)?.hostname ?? '') &&
    proxyHeaders.every((name) => headers[name] === undefined)
  );
}
