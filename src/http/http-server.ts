import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { Occupancy } from './occupancy.ts';
import { TrustedProxies } from './trusted-proxies.ts';
import { Unreadable } from './unreadable-request.ts';

const headersMilliseconds = 10_000;

/** The time limit of a request: enough for the largest body (32 MiB) at 5 Mbit/s. */
const requestMilliseconds = 60_000;

const checkMilliseconds = 5_000;

/**
 * Limits connections, because each takes memory before authentication. Many callers may share an address (NAT), so this
 * limit is high.
 */
const maxConnections = { ofAddress: 5_000, ofProcess: 15_000 };

/**
 * The time limit of a connection without traffic. It also ends unread responses, but no request that the service still
 * works on. Every stream of server-sent events sends something within 20 seconds.
 */
export const idleMilliseconds = 120_000;

/**
 * How long idle connections stay open. It is longer than the 60 seconds of most load balancers, so that they never send
 * a request on a connection that is closing.
 */
const keepAliveMilliseconds = 75_000;

interface Limits {
  headersMilliseconds: number;
  requestMilliseconds: number;
  checkMilliseconds: number;
  idleMilliseconds: number;
  maxConnections: { ofAddress: number; ofProcess: number };
}

export function createHttpServer(trustedProxies: readonly string[] = [], given: Partial<Limits> = {}): Server {
  const defaults = { headersMilliseconds, requestMilliseconds, checkMilliseconds, idleMilliseconds, maxConnections };
  const limits = { ...defaults, ...given };
  const server = createServer({
    keepAliveTimeout: keepAliveMilliseconds,
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    connectionsCheckingInterval: limits.checkMilliseconds,
  });
  server.timeout = limits.idleMilliseconds;
  limitConnections(server, new TrustedProxies(trustedProxies), limits.maxConnections);
  boundPipelines(server);
  boundParts(server);
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('timeout', (socket) => {
    if (isWaiting(socket)) socket.setTimeout(limits.idleMilliseconds);
    else socket.destroy();
  });
  server.on('clientError', refuse);
  return server;
}

function limitConnections(server: Server, proxies: TrustedProxies, limits: Limits['maxConnections']): void {
  const open = new Occupancy(limits);
  server.maxConnections = limits.ofProcess;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (proxies.includes(address)) return; // These are the connections of all callers of the proxy.
    if (open.hasRoomFor(address)) socket.once('close', open.enter(address));
    else socket.destroy();
  });
}

/**
 * The maximum number of unanswered requests of a connection. Few clients pipeline, but thousands of requests fit into
 * one packet and would all begin at once.
 */
const maxUnanswered = 5;

interface Parser {
  /** Handles a request. If it returns 2, the parser skips the rest of the packet. */
  onIncoming: (...given: unknown[]) => number;
  constructor: { kOnBody: number };
  /** Takes a part of a body. The number is `kOnBody`. */
  [callback: number]: TakePart;
  socket: Socket | null;
  execute(packet: Buffer): number | Error;
}

type TakePart = (this: Parser, part: Buffer) => void;

const endOfPacket = 2;

/**
 * Closes connections that pipeline too much. Parsing the rest of the packet would take 50 ms, even if none of it were
 * handled.
 */
function boundPipelines(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const count = ({ socket }: IncomingMessage, response: ServerResponse) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  };
  server.on('connection', (socket: Socket & { parser: Parser | null }) => {
    const { parser } = socket;
    if (!parser) return; // The connection was refused.
    const { onIncoming } = parser;
    parser.onIncoming = (...given) => {
      if ((unanswered.get(socket) ?? 0) >= maxUnanswered) socket.destroy();
      return socket.destroyed ? endOfPacket : onIncoming(...given);
    };
  });
  server.on('request', count);
  server.on('checkExpectation', (request, response) => {
    count(request, response);
    response.writeHead(417).end();
  });
}

/** One-byte chunks take a thousand times as long to read as the same bytes in one long chunk. */
const maxTinyParts = 500;
const bytesOfTinyPart = 16;

const bodies = new WeakMap<Socket, { parts: number; bytes: number }>();

class TinyParts extends Error {}

let take: TakePart;

function takeUntilTiny(this: Parser, part: Buffer): void {
  const body = this.socket && bodies.get(this.socket);
  if (body) {
    body.parts += 1;
    body.bytes += part.length;
    // Only an error stops the parser in the middle of a packet.
    if (body.parts > maxTinyParts + body.bytes / bytesOfTinyPart) throw new TinyParts();
  }
  take.call(this, part);
}

function executeUntilTiny(this: Parser, packet: Buffer): number | Error {
  try {
    return Object.getPrototypeOf(this).execute.call(this, packet);
  } catch (error) {
    if (error instanceof TinyParts) return error;
    throw error;
  }
}

const listen = (): void => undefined;

/** Closes a connection whose body comes in too many small parts, without reading the rest of the packet. */
function boundParts(server: Server): void {
  server.on('connection', (socket: Socket & { parser: Parser | null }) => {
    const { parser } = socket;
    if (!parser) return; // The connection was refused.
    // Without a listener, the parser reads the connection itself, and its error cannot be caught.
    socket.on('data', listen).off('data', listen);
    const { kOnBody } = parser.constructor;
    const known = parser[kOnBody];
    if (known && known !== takeUntilTiny) {
      take = known;
      parser[kOnBody] = takeUntilTiny;
      parser.execute = executeUntilTiny;
    }
    const { onIncoming } = parser;
    parser.onIncoming = (...given) => {
      bodies.set(socket, { parts: 0, bytes: 0 });
      return onIncoming(...given);
    };
  });
}

const uploads = new WeakSet<Socket>();

export function allowLongUpload(request: IncomingMessage): void {
  uploads.add(request.socket);
  request.once('close', () => uploads.delete(request.socket));
}

const statusLines: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

const responses = new WeakMap<Socket, ServerResponse>();

/** Whether a caller has sent a whole request, has read all that it got, and waits for a response that has not begun. */
function isWaiting(socket: Socket): boolean {
  const response = responses.get(socket);
  if (!response || response.headersSent) return false;
  return response.req.complete && socket.writableLength === 0;
}

/** Does what Node does without a listener, but lets uploads continue. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploads.has(socket)) return;
  const statusLine = statusLines[error.code ?? ''] ?? '400 Bad Request';
  const response = responses.get(socket);
  const hasBegun = response?.headersSent && !response.writableFinished;
  if (socket.writable && !hasBegun) socket.write(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}

export const joinSlashes: RequestHandler = (request, _response, next) => {
  request.originalUrl = request.url = withSingleSlashes(request.url);
  next();
};

/** Joins repeated slashes in a path. A proxy may also send the origin, which stays unchanged. */
export function withSingleSlashes(url: string): string {
  if (url.startsWith('/') && !url.includes('//')) return url;
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?]*)?([^?]*)/i, (_, origin: string = '', path: string = '') => {
    return origin + path.replace(/\/{2,}/g, '/');
  });
}

/** Prevents content sniffing. Refuses requests with two hosts. */
export const guardRequests: RequestHandler = (request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (hasOneHost(request)) next();
  else throw new Unreadable('The request has more than one Host header.');
};

/** Node shows only the first host, and a proxy might use another. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1;
}
