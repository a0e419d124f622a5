import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Occupancy } from './occupancy.ts';
import { TrustedProxies } from './trusted-proxies.ts';

/** Clients send their headers at once, so a connection without them is of no use. */
const headersMilliseconds = 10_000;

/** A minute is enough for the largest body (32 MiB) at 5 Mbit/s. */
const requestMilliseconds = 60_000;

/** How often Node looks for connections that are over these times. */
const checkMilliseconds = 5_000;

/**
 * A connection costs memory and a file descriptor before anybody is authenticated. One address gets a third at most. Many
 * callers may share an address (NAT), so the limit is far above what one caller needs.
 */
const mostConnections = { ofAddress: 5_000, ofProcess: 15_000 };

/**
 * A connection on which nothing moves ends, also when the caller does not read the response. Uploads pause while their rows
 * are stored, and subscriptions by server-sent events send something every 12 seconds. WebSockets have pings of their own.
 */
export const idleMilliseconds = 120_000;

/**
 * How long a connection stays open after a response. Longer than proxies and clients keep theirs (60 seconds with most
 * balancers), so that they never send a request on a connection that ends at this moment.
 */
const keepAliveMilliseconds = 75_000;

interface Limits {
  headersMilliseconds: number;
  requestMilliseconds: number;
  checkMilliseconds: number;
  idleMilliseconds: number;
  mostConnections: { ofAddress: number; ofProcess: number };
}

/** Creates the HTTP server, with limits on slow and on many connections. */
export function createHttpServer(trustedProxies: readonly string[] = [], given: Partial<Limits> = {}): Server {
  const defaults = { headersMilliseconds, requestMilliseconds, checkMilliseconds, idleMilliseconds, mostConnections };
  const limits = { ...defaults, ...given };
  const server = createServer({
    keepAliveTimeout: keepAliveMilliseconds,
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    connectionsCheckingInterval: limits.checkMilliseconds,
  });
  server.timeout = limits.idleMilliseconds;
  limitConnections(server, new TrustedProxies(trustedProxies), limits.mostConnections);
  boundPipelines(server);
  boundParts(server);
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', refuse);
  return server;
}

function limitConnections(server: Server, proxies: TrustedProxies, limits: Limits['mostConnections']): void {
  const open = new Occupancy(limits);
  server.maxConnections = limits.ofProcess;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (proxies.includes(address)) return; // the connections of all callers of the proxy
    if (open.hasRoomFor(address)) socket.once('close', open.enter(address));
    else socket.destroy();
  });
}

/**
 * The requests of a connection that have no response yet. Few clients send a request before the response to the last one, and
 * a packet has room for thousands, which would all begin at once.
 */
const mostUnanswered = 5;

/** The parser of a connection, which Node gives to another one later. */
interface Parser {
  /** Called with the headers of each request. If it returns 2, the parser reads nothing more of the packet. */
  onIncoming: (...given: unknown[]) => number;
  constructor: { kOnBody: number };
  /** Called with each part of a body, under the number `kOnBody`. */
  [callback: number]: TakePart;
  socket: Socket | null;
  /** Parses a packet, and returns an error if that is not HTTP. */
  execute(packet: Buffer): number | Error;
}

type TakePart = (this: Parser, part: Buffer) => void;

const endOfPacket = 2;

/**
 * Closes a connection that sends too many requests without waiting for the responses. What is left of its packet is not read:
 * a packet of requests takes about 50 ms, even if nobody handles them.
 */
function boundPipelines(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const count = ({ socket }: IncomingMessage, response: ServerResponse) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  };
  server.on('connection', (socket: Socket & { parser: Parser | null }) => {
    const { parser } = socket;
    if (!parser) return; // the connection was refused
    const { onIncoming } = parser;
    parser.onIncoming = (...given) => {
      if ((unanswered.get(socket) ?? 0) >= mostUnanswered) socket.destroy();
      return socket.destroyed ? endOfPacket : onIncoming(...given);
    };
  });
  server.on('request', count);
  server.on('checkExpectation', (request, response) => {
    count(request, response);
    response.writeHead(417).end();
  });
}

/**
 * A client sends a body in parts of some size. Each byte can be a chunk of its own, which takes a thousand times as long to
 * read as a byte of a long chunk.
 */
const mostTinyParts = 500;
const bytesOfTinyPart = 16;

/** The parts of the unfinished body of each connection. */
const bodies = new WeakMap<Socket, { parts: number; bytes: number }>();

class TinyParts extends Error {}

/** What Node itself does with a part, the same for all parsers. */
let take: TakePart;

function takeUntilTiny(this: Parser, part: Buffer): void {
  const body = this.socket && bodies.get(this.socket);
  if (body) {
    body.parts += 1;
    body.bytes += part.length;
    // Only an error ends the parser within a packet.
    if (body.parts > mostTinyParts + body.bytes / bytesOfTinyPart) throw new TinyParts();
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

/** Closes a connection whose body comes in too many small parts. What is left of the packet is not read. */
function boundParts(server: Server): void {
  server.on('connection', (socket: Socket & { parser: Parser | null }) => {
    const { parser } = socket;
    if (!parser) return; // the connection was refused
    // Until somebody listens, the parser takes packets from the connection by itself, and nobody could catch the error.
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

/** The latest response of each connection. */
const responses = new WeakMap<Socket, ServerResponse>();

/** Does what Node does without a listener, except that uploads continue. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploads.has(socket)) return;
  const statusLine = statusLines[error.code ?? ''] ?? '400 Bad Request';
  const response = responses.get(socket);
  const hasBegun = response?.headersSent && !response.writableFinished;
  if (socket.writable && !hasBegun) socket.write(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}
