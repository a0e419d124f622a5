import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely, type TLSSocket } from 'node:tls';
import type { AddressGuard } from './address-guard.ts';

interface TlsClient {
  cert: string;
  key: string;
  protocol: string;
}

export interface TcpTarget {
  host: string;
  port: number;
  /** Uses TLS from the first byte, and requires a valid certificate for the host. */
  tls?: boolean | TlsClient;
  timeoutMilliseconds: number;
}

export async function guardedConnect(
  guard: AddressGuard,
  { host, port, tls = false, timeoutMilliseconds }: TcpTarget,
  lookup: LookupFunction,
): Promise<Socket> {
  guard.check(host);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const options = { host, port, lookup };
  const socket = tls
    ? connectSecurely({ ...options, ...(isIP(host) === 0 && { servername: host }), ...clientOptions(tls) })
    : connect(options);
  const timer = setTimeout(() => {
    const error = new Error(`no connection within ${timeoutMilliseconds / 1000} seconds`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }, timeoutMilliseconds);
  const failed = (error: Error) => {
    clearTimeout(timer);
    reject(error);
  };
  socket.on('error', failed); // Stays attached, so that an error before the caller listens does not crash the process.
  socket.once(tls ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    if (!speaks(socket, tls)) return void socket.destroy(new Error('the host does not speak the protocol'));
    socket.setNoDelay(true);
    resolve(socket);
  });
  return promise;
}

function clientOptions(tls: true | TlsClient): ConnectionOptions {
  return tls === true ? {} : { cert: tls.cert, key: tls.key, ALPNProtocols: [tls.protocol] };
}

function speaks(socket: Socket, tls: boolean | TlsClient): boolean {
  return typeof tls === 'boolean' || (socket as TLSSocket).alpnProtocol === tls.protocol;
}
