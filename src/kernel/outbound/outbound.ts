import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { AddressGuard } from './address-guard.ts';
import { guardedConnect, type TcpTarget } from './guarded-connection.ts';
import { hostLookup } from './host-lookup.ts';
import {
  type OutboundAnswer,
  type OutboundFile,
  readAnswer,
  readBytes,
  readDocument,
  readFile,
} from './outbound-answer.ts';

export interface OutboundOptions {
  allowInsecure: boolean;
  allowedRanges: readonly string[];
  /** The time limit from the DNS lookup to the end of the response. Default: 30 seconds. */
  timeoutMilliseconds?: number;
  lookup?: LookupFunction;
}

export interface OutboundRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Never sends the request twice. By default, it is sent again if its keep-alive connection was closed. */
  once?: boolean;
  timeoutMilliseconds?: number;
}

export const callersTimeout = 15_000;

export interface OutboundFailure extends Error {
  code?: string;
  handedOver?: boolean;
}

/**
 * Calls hosts that customers have chosen. Connects only to allowed addresses, follows no redirects, and limits
 * responses.
 */
export class Outbound {
  readonly #guard: AddressGuard;
  readonly #agents: { http: HttpAgent; https: HttpsAgent };
  readonly #lookup: LookupFunction;
  readonly #allowInsecure: boolean;
  readonly #timeoutMilliseconds: number;

  constructor({ allowInsecure, allowedRanges, timeoutMilliseconds = 30_000, lookup = hostLookup() }: OutboundOptions) {
    this.#guard = new AddressGuard(allowedRanges);
    // Guard the connection itself, because a second lookup could return other addresses.
    this.#lookup = this.#guard.guarding(lookup);
    const options = { keepAlive: true, timeout: 20_000, maxFreeSockets: 128, lookup: this.#lookup };
    this.#agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
    this.#allowInsecure = allowInsecure;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  /** Returns why an address is refused, or null if it seems allowed. It does not connect. */
  problemOf(address: string): string | null {
    const url = URL.parse(address);
    if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be an https address';
    if (url.protocol === 'http:' && !this.#allowInsecure) return 'must be an https address, not http';
    if (url.username || url.password) return 'must not contain credentials';
    return this.problemOfHost(url.hostname.replace(/^\[|\]$/g, ''));
  }

  /** Returns why a host is refused, or null if it seems allowed. It does not look the name up. */
  problemOfHost(host: string): string | null {
    try {
      this.#guard.check(host);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  connect(target: TcpTarget): Promise<Socket> {
    return guardedConnect(this.#guard, target, this.#lookup);
  }

  post(request: OutboundRequest): Promise<OutboundAnswer> {
    return this.#persist('POST', request, answerReader);
  }

  patch(request: OutboundRequest): Promise<OutboundAnswer> {
    return this.#persist('PATCH', request, answerReader);
  }

  get(url: string, headers: Record<string, string>): Promise<OutboundAnswer> {
    return this.#persist('GET', { url, headers, body: '', timeoutMilliseconds: callersTimeout }, answerReader);
  }

  getFile(url: string, maxBytes: number): Promise<OutboundFile> {
    const read = (response: IncomingMessage) => readFile(response, maxBytes);
    const request = { url, headers: {}, body: '', timeoutMilliseconds: callersTimeout };
    return this.#persist('GET', request, { read, maxBytes });
  }

  fetchWhole(method: 'GET' | 'POST', request: OutboundRequest, maxBytes: number): Promise<OutboundAnswer> {
    const read = (response: IncomingMessage) => readDocument(response, maxBytes);
    return this.#persist(method, request, { read, maxBytes });
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  async #persist<Answer>(method: Method, request: OutboundRequest, reader: Reader<Answer>): Promise<Answer> {
    const time = Math.min(this.#timeoutMilliseconds, request.timeoutMilliseconds ?? Number.POSITIVE_INFINITY);
    const deadline = { at: performance.now() + time, time };
    try {
      return await this.#send(method, request, deadline, reader);
    } catch (error) {
      // The receiver closed the keep-alive connection just as the request used it again.
      if (error instanceof ClosedWhileIdle && !request.once) return this.#send(method, request, deadline, reader);
      throw error;
    }
  }

  async #send<Answer>(
    method: Method,
    { url: address, headers, body }: OutboundRequest,
    { at, time }: Deadline,
    { read, maxBytes }: Reader<Answer>,
  ): Promise<Answer> {
    const problem = this.problemOf(address);
    if (problem) throw new Error(`the address ${problem}`);
    const url = new URL(address);
    const secure = url.protocol === 'https:';
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let handedOver = false;
    const fail = (error: OutboundFailure) => reject(Object.assign(error, { handedOver }));
    const length = String(Buffer.byteLength(body));
    const options = { method, headers: { ...headers, ...(method !== 'GET' && { 'content-length': length }) } };
    const request: ClientRequest = secure
      ? httpsRequest(url, { ...options, agent: this.#agents.https })
      : httpRequest(url, { ...options, agent: this.#agents.http });
    const timer = setTimeout(() => {
      const error = new Error(`no complete response within ${time / 1000} seconds`);
      fail(error);
      request.destroy(error);
    }, at - performance.now());
    let isAnswered = false;
    request.on('response', (response) => {
      isAnswered = true;
      read(response).then(resolve, fail);
    });
    request.on('error', (error: Error & { code?: string }) =>
      fail(request.reusedSocket && error.code === 'ECONNRESET' ? new ClosedWhileIdle() : error),
    );
    refuseEndlessAnswer(request, maxBytes);
    request.on('close', () => {
      clearTimeout(timer);
      if (!isAnswered) fail(new Error('the connection was closed without a response'));
    });
    request.on('socket', (socket) => {
      if (request.reusedSocket || !socket.connecting) handedOver = true;
      else socket.once(secure ? 'secureConnect' : 'connect', () => (handedOver = true));
    });
    request.end(body);
    return promise;
  }
}

/**
 * The maximum number of informational responses, such as `100 Continue` and `103 Early Hints`, which come once or
 * twice. Node has no limit of its own.
 */
export const maxInformations = 5;

/** The maximum number of bytes of the headers and the frames of chunks, in addition to the body. */
const bytesAround = 128 * 1024;

/**
 * Aborts a response that has endless informational parts, empty lines or tiny chunks: reading these costs more than
 * sending them.
 */
function refuseEndlessAnswer(request: ClientRequest, maxBytes: number): void {
  let informations = 0;
  request.on('information', () => {
    informations += 1;
    if (informations === maxInformations + 1)
      request.destroy(new Error(`more than ${maxInformations} informational responses`));
  });
  request.on('socket', (socket) => {
    let bytes = 0;
    const count = ({ length }: Buffer) => {
      bytes += length;
      if (bytes > 2 * maxBytes + bytesAround) socket.destroy(new Error('the response is too long'));
    };
    socket.on('data', count);
    request.once('close', () => socket.off('data', count));
  });
}

class ClosedWhileIdle extends Error {
  constructor() {
    super('the connection was closed');
  }
}

type Method = 'GET' | 'POST' | 'PATCH';

interface Deadline {
  at: number;
  time: number;
}

interface Reader<Answer> {
  read: (response: IncomingMessage) => Promise<Answer>;
  maxBytes: number;
}

const answerReader: Reader<OutboundAnswer> = { read: readAnswer, maxBytes: readBytes };
