import { once } from 'node:events';
import {
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { certificate } from './certificate.ts';
import { intermediateCertificate, rootCertificate } from './pass-certificates.ts';

/** A request that the server accepted. */
export interface TakenPush {
  token: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** The reaction of the server to a device token: a response, or none. */
export type ApnsBehaviour =
  | { status: number; reason?: string; timestamp?: number; retryAfter?: string; times?: number }
  | { does: 'reset' | 'hang' | 'cut' | 'goaway'; reason?: string; times?: number };

interface Options {
  port?: number;
  /** The number of streams that a connection may have at the same time. Default 1000. */
  streams?: number;
  /** Whether a connection with a bad certificate is closed after the handshake. Otherwise every request gets a 403. */
  refusesHandshake?: boolean;
}

/**
 * Apple's push service: HTTP/2 with the certificate of the client. It records the requests that it accepts. A test must
 * trust the certificate of the tests.
 */
export class ApnsServer {
  readonly pushes: TakenPush[] = [];
  /** By device token. */
  readonly behaves = new Map<string, ApnsBehaviour>();
  /** The number of connections, also of those that the server closed after the handshake. */
  handshakes = 0;
  connections = 0;
  /** The largest number of requests of a connection at the same time. */
  maxStreams = 0;
  /** Ends each connection with a GOAWAY after so many requests. */
  goawayAfter = Number.POSITIVE_INFINITY;
  /** The delay before each response. */
  milliseconds = 0;
  readonly #server: Http2SecureServer;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #underWay = new Map<ServerHttp2Session, number>();
  readonly #requests = new Map<ServerHttp2Session, number>();

  private constructor({ streams = 1000, refusesHandshake = false }: Options) {
    this.#server = createSecureServer({
      ...certificate,
      ca: [rootCertificate, intermediateCertificate],
      requestCert: true,
      rejectUnauthorized: refusesHandshake,
      settings: { maxConcurrentStreams: streams },
    });
    this.#server.on('connection', () => {
      this.handshakes += 1;
    });
    this.#server.on('session', (session) => {
      this.connections += 1;
      this.#sessions.add(session);
      session.on('error', () => undefined);
      session.on('close', () => this.#sessions.delete(session));
    });
    this.#server.on('stream', (stream, headers) => void this.#serve(stream as ServerHttp2Stream, headers));
    this.#server.on('sessionError', () => undefined);
  }

  /** Listens on a free port. */
  static async start(options: Options = {}): Promise<ApnsServer> {
    const server = new ApnsServer(options);
    server.#server.listen(options.port ?? 0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  static async startForTest(options: Options = {}): Promise<ApnsServer> {
    const server = await ApnsServer.start(options);
    onTestFinished(() => server.stop());
    return server;
  }

  stop(): void {
    this.cut();
    this.#server.close();
  }

  /** Cuts all connections without a word. */
  cut(): void {
    for (const session of this.#sessions) session.socket?.destroy();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get tokens(): string[] {
    return this.pushes.map(({ token }) => token);
  }

  async #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const session = stream.session as ServerHttp2Session | undefined;
    if (!session) return;
    this.#count(session, stream);
    stream.on('error', () => undefined);
    let body = '';
    for await (const chunk of stream) body += chunk;
    if (this.milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, this.milliseconds));
    const token = decodeURIComponent(String(headers[':path']).replace('/3/device/', ''));
    const refusal = this.#refusalOf(session.socket as TLSSocket, headers);
    if (refusal) return respond(stream, refusal);
    const behaviour = this.#behaviourOf(token);
    if (behaviour && 'does' in behaviour) return misbehave(session, stream, behaviour);
    if (behaviour && behaviour.status !== 200) return respond(stream, behaviour);
    this.pushes.push({ token, headers, body, at: Date.now() });
    respond(stream, { status: 200 });
  }

  #count(session: ServerHttp2Session, stream: ServerHttp2Stream): void {
    const underWay = (this.#underWay.get(session) ?? 0) + 1;
    this.#underWay.set(session, underWay);
    this.maxStreams = Math.max(this.maxStreams, underWay);
    stream.on('close', () => this.#underWay.set(session, (this.#underWay.get(session) ?? 1) - 1));
    const requests = (this.#requests.get(session) ?? 0) + 1;
    this.#requests.set(session, requests);
    // The requests after this one are refused, as if they had crossed the GOAWAY on the way.
    if (requests === this.goawayAfter) session.goaway(0, stream.id);
  }

  #refusalOf(socket: TLSSocket, headers: IncomingHttpHeaders): (ApnsBehaviour & { status: number }) | null {
    if (!socket.authorized) return { status: 403, reason: 'BadCertificate' };
    const { UID: topic } = socket.getPeerCertificate().subject as unknown as { UID?: string };
    return headers['apns-topic'] === topic ? null : { status: 400, reason: 'TopicDisallowed' };
  }

  #behaviourOf(token: string): ApnsBehaviour | undefined {
    const behaviour = this.behaves.get(token);
    if (behaviour?.times !== undefined) {
      behaviour.times -= 1;
      if (behaviour.times <= 0) this.behaves.delete(token);
    }
    return behaviour;
  }
}

function misbehave(
  session: ServerHttp2Session,
  stream: ServerHttp2Stream,
  { does, reason }: ApnsBehaviour & { does: string },
): void {
  if (does === 'reset') stream.close(2);
  if (does === 'cut') session.socket?.destroy();
  if (does !== 'goaway') return;
  session.goaway(0, 0, Buffer.from(JSON.stringify({ reason })));
  stream.close(7);
}

function respond(
  stream: ServerHttp2Stream,
  {
    status,
    reason,
    timestamp,
    retryAfter,
  }: { status: number; reason?: string; timestamp?: number; retryAfter?: string },
): void {
  if (stream.destroyed) return;
  stream.respond({ ':status': status, 'apns-id': 'a', ...(retryAfter && { 'retry-after': retryAfter }) });
  stream.end(status === 200 ? '' : JSON.stringify({ reason, timestamp }));
}
