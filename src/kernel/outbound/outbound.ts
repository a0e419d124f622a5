import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { AddressGuard } from './address-guard.ts';
import { guardedAgents } from './guarded-agents.ts';
import { guardedConnect, type TcpTarget } from './guarded-connection.ts';

export interface OutboundOptions {
  /** Whether plain http may be used. */
  allowInsecure: boolean;
  /** Ranges that may be connected to although they are not public, such as `127.0.0.0/8`. */
  allowedRanges: readonly string[];
  /** For all of a request, from the lookup of the name to the end of the answer. */
  timeoutMilliseconds?: number;
  /** How names are looked up: as the system does, unless told. */
  lookup?: LookupFunction;
}

export interface OutboundRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether it must never arrive twice. Otherwise it is sent again when a kept connection turns out to be closed. */
  once?: boolean;
}

/** Why there is no answer. */
export interface OutboundFailure extends Error {
  code?: string;
  /** Whether the receiver may have got the request. */
  handedOver?: boolean;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** The first 8 kB. */
  body: string;
}

const keptBytes = 8192;
const readBytes = 256 * 1024;

/**
 * The only way out of the service: requests over http and https, and connections, to hosts that customers name. It connects to public
 * addresses alone, follows no redirect, waits no longer than a time-out, and keeps little of what it is answered.
 */
export class Outbound {
  readonly #guard: AddressGuard;
  readonly #agents: ReturnType<typeof guardedAgents>;
  readonly #lookup: LookupFunction | undefined;
  readonly #allowInsecure: boolean;
  readonly #timeoutMilliseconds: number;

  constructor({ allowInsecure, allowedRanges, timeoutMilliseconds = 15_000, lookup }: OutboundOptions) {
    this.#guard = new AddressGuard(allowedRanges);
    this.#agents = guardedAgents(this.#guard, lookup);
    this.#lookup = lookup;
    this.#allowInsecure = allowInsecure;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  /** What is wrong with an address, as far as that can be told without connecting; null when nothing is. */
  refusalOf(address: string): string | null {
    const url = URL.parse(address);
    if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be an https address';
    if (url.protocol === 'http:' && !this.#allowInsecure) return 'must be an https address, not http';
    if (url.username || url.password) return 'must not contain credentials';
    try {
      this.#guard.check(url.hostname.replace(/^\[|\]$/g, ''));
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** What is wrong with connecting to a host, as far as that can be told from how it is written; null when nothing is. */
  refusalOfHost(host: string): string | null {
    try {
      this.#guard.check(host);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Connects to a port of a host that may be connected to. Raises when there is no connection in time. */
  connect(target: TcpTarget): Promise<Socket> {
    return guardedConnect(this.#guard, target, this.#lookup);
  }

  /** Sends a POST and answers what came back, whatever its status. Raises when there is no complete answer in time. */
  async post(request: OutboundRequest): Promise<OutboundAnswer> {
    const deadline = performance.now() + this.#timeoutMilliseconds;
    try {
      return await this.#send('POST', request, deadline);
    } catch (error) {
      // The receiver closed a connection that was kept open at the moment in which it was used again.
      if (error instanceof ClosedWhileIdle && !request.once) return this.#send('POST', request, deadline);
      throw error;
    }
  }

  /** Asks for a page and answers what came back, as `post` does. */
  async get(url: string, headers: Record<string, string>): Promise<OutboundAnswer> {
    return this.#send('GET', { url, headers, body: '' }, performance.now() + this.#timeoutMilliseconds);
  }

  /** Closes the connections that are kept open. */
  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  async #send(
    method: 'GET' | 'POST',
    { url: address, headers, body }: OutboundRequest,
    deadline: number,
  ): Promise<OutboundAnswer> {
    const refusal = this.refusalOf(address);
    if (refusal) throw new Error(`the address ${refusal}`);
    const url = new URL(address);
    const secure = url.protocol === 'https:';
    const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
    let handedOver = false;
    const fail = (error: OutboundFailure) => reject(Object.assign(error, { handedOver }));
    const length = String(Buffer.byteLength(body));
    const options = { method, headers: { ...headers, ...(method === 'POST' && { 'content-length': length }) } };
    const request: ClientRequest = secure
      ? httpsRequest(url, { ...options, agent: this.#agents.https })
      : httpRequest(url, { ...options, agent: this.#agents.http });
    const timer = setTimeout(() => {
      const error = new Error(`no complete answer within ${this.#timeoutMilliseconds / 1000} seconds`);
      fail(error);
      request.destroy(error);
    }, deadline - performance.now());
    request.on('response', (response) => readStart(response).then((text) => resolve(answerOf(response, text)), fail));
    request.on('error', (error: Error & { code?: string }) =>
      fail(request.reusedSocket && error.code === 'ECONNRESET' ? new ClosedWhileIdle() : error),
    );
    request.on('close', () => clearTimeout(timer));
    // What was given to a connection that stands may have arrived.
    request.on('socket', (socket) => {
      if (request.reusedSocket || !socket.connecting) handedOver = true;
      else socket.once(secure ? 'secureConnect' : 'connect', () => (handedOver = true));
    });
    request.end(body);
    return promise;
  }
}

class ClosedWhileIdle extends Error {
  constructor() {
    super('the connection was closed');
  }
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, body: string): OutboundAnswer {
  return { status: statusCode, headers, body };
}

/** The beginning of the body. A longer one is read on, so that the connection can be kept, but not without end. */
async function readStart(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (size < keptBytes) kept.push(chunk.subarray(0, keptBytes - size));
    size += chunk.length;
    if (size > readBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(kept));
}
