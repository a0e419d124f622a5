import { lookup as systemLookup } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { AddressGuard } from './address-guard.ts';

export interface TcpTarget {
  host: string;
  port: number;
  /** Uses TLS from the first byte. The certificate must be valid for the host. */
  tls?: boolean;
  timeoutMilliseconds: number;
}

/** Connects if the guard allows it. The guard checks the addresses of the lookup that the connection uses. */
export async function guardedConnect(
  guard: AddressGuard,
  { host, port, tls = false, timeoutMilliseconds }: TcpTarget,
  lookup: LookupFunction = systemLookup,
): Promise<Socket> {
  guard.check(host);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const options = { host, port, lookup: guard.guarding(lookup) };
  const socket = tls
    ? connectSecurely({ ...options, ...(isIP(host) === 0 && { servername: host }) })
    : connect(options);
  const timer = setTimeout(() => {
    const error = new Error(`no connection within ${timeoutMilliseconds / 1000} seconds`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }, timeoutMilliseconds);
  const failed = (error: Error) => {
    clearTimeout(timer);
    reject(error);
  };
  socket.on('error', failed); // stays attached, so that an error before the caller listens does not crash the process
  socket.once(tls ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    socket.setNoDelay(true);
    resolve(socket);
  });
  return promise;
}
