import { isIP, type Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { promisify } from 'node:util';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';

const connectMilliseconds = 10_000;
/** The time from the connection to the end of the sign-in. */
const readyMilliseconds = 15_000;
/**
 * The maximum number of bytes before the end of the sign-in, which needs a few kilobytes. With encryption, only the
 * socket below it can count them.
 */
const maxBytesBeforeReady = 256 * 1024;
const watchMilliseconds = 20;
const idleMilliseconds = 30_000;
const mailsPerLine = 100;

export interface SmtpSettings {
  host: string;
  port: number;
  /** `TLS` encrypts from the first byte, and `STARTTLS` after the command of that name. */
  security: 'TLS' | 'STARTTLS' | 'NONE';
  username: string | null;
  password: string | null;
  from: string | null;
}

export interface Line {
  connection: SMTPConnection;
  /** The socket below the encryption of STARTTLS. */
  socket: Socket;
  mails: number;
  /**
   * Whether the server refused the last mail. A reset must then make the server forget that mail before the next one.
   */
  isUnfinished: boolean;
  idleTimer?: NodeJS.Timeout;
}

export class SmtpLines {
  readonly #settings: SmtpSettings;
  readonly #outbound: Outbound;
  readonly #name: string | undefined;
  readonly #idle: Line[] = [];
  readonly #all = new Set<Line>();
  #closed = false;

  constructor(settings: SmtpSettings, outbound: Outbound, publicUrl: string) {
    this.#settings = settings;
    this.#outbound = outbound;
    this.#name = nameOf(publicUrl);
  }

  /** Returns a connection, preferably the idle one that was used last. */
  async take(): Promise<Line> {
    const line = this.#idle.pop();
    if (!line) return this.open();
    clearTimeout(line.idleTimer);
    return line;
  }

  async open(): Promise<Line> {
    const { host, port, security, username, password } = this.#settings;
    const tls = security === 'TLS';
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    const socket = await this.#outbound.connect({ host, port, tls, timeoutMilliseconds: connectMilliseconds });
    const connection = new Connection({
      connection: socket,
      host,
      secure: tls,
      secured: tls,
      requireTLS: security === 'STARTTLS',
      ignoreTLS: security === 'NONE',
      ...(isIP(host) === 0 && { servername: host }),
      connectionTimeout: connectMilliseconds,
      greetingTimeout: connectMilliseconds,
      socketTimeout: idleMilliseconds * 2,
      ...(this.#name && { name: this.#name }),
    });
    await signOn(connection, socket, username, password).catch((error: unknown) => {
      abandon(connection);
      throw error;
    });
    const line: Line = { connection, socket, mails: 0, isUnfinished: false };
    connection.once('end', () => this.#forget(line));
    this.#all.add(line);
    if (this.#closed) this.drop(line);
    return line;
  }

  async giveBack(line: Line): Promise<void> {
    // A surplus reply ends the connection: otherwise, it would seem to answer the next command.
    await nextIteration();
    if (this.#closed || line.mails >= mailsPerLine) {
      this.#forget(line);
      line.connection.quit();
      return;
    }
    if (!this.#all.has(line)) return;
    line.idleTimer = setTimeout(() => {
      this.#forget(line);
      line.connection.quit();
    }, idleMilliseconds);
    line.idleTimer.unref();
    this.#idle.push(line);
  }

  drop(line: Line): void {
    this.#forget(line);
    abandon(line.connection);
  }

  /** Closes idle connections now, and the others after their mail. */
  close(): void {
    this.#closed = true;
    for (const line of [...this.#idle]) {
      this.#forget(line);
      line.connection.quit();
    }
  }

  #forget(line: Line): void {
    clearTimeout(line.idleTimer);
    this.#all.delete(line);
    const place = this.#idle.indexOf(line);
    if (place !== -1) this.#idle.splice(place, 1);
  }
}

/**
 * Drops unread replies. nodemailer handles one per turn of the event loop, so a megabyte of empty lines would take
 * minutes.
 */
function abandon(connection: SMTPConnection): void {
  connection.close();
  (connection as SMTPConnection & { _responseQueue: string[] })._responseQueue = [];
}

function nameOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : undefined;
}

async function signOn(connection: SMTPConnection, socket: Socket, username: string | null, password: string | null) {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooLate()), readyMilliseconds);
  const stopWatching = watchReplies(socket, maxBytesBeforeReady, reject);
  connection.on('error', reject); // Later errors end the mail that is being sent.
  connection.once('end', () => reject(new Error('the server closed the connection')));
  failed.catch(() => {});
  try {
    await Promise.race([failed, promisify((done: (error?: Error | null) => void) => connection.connect(done))()]);
    if (username !== null) await Promise.race([failed, signIn(connection, username, password)]);
  } finally {
    clearTimeout(timer);
    stopWatching();
  }
}

/**
 * Limits the replies. nodemailer limits each reply, but accepts any number of empty lines. Returns a function that
 * stops the watch.
 */
export function watchReplies(socket: Socket, maxBytes: number, reject: (error: Error) => void): () => void {
  const before = socket.bytesRead;
  const watch = setInterval(() => {
    if (socket.bytesRead - before > maxBytes) reject(tooLong());
  }, watchMilliseconds);
  return () => clearInterval(watch);
}

function signIn(connection: SMTPConnection, user: string, password: string | null): Promise<unknown> {
  if (!connection.allowsAuth)
    throw Object.assign(new Error('the server does not offer authentication'), { code: 'EAUTH' });
  const credentials = { user, pass: password ?? '' };
  return promisify((done: (error?: Error | null) => void) => connection.login({ credentials }, done))();
}

/** An error of nodemailer, or a time limit that has passed. */
export interface SmtpFailure extends Error {
  code?: string;
  originalCode?: string;
  /** The command that the server refused. */
  command?: string;
  response?: string;
  responseCode?: number;
}

function tooLong(): SmtpFailure {
  return failure('EPROTOCOL', 'Server response exceeds maximum allowed size');
}

export function tooLate(): SmtpFailure {
  return failure('ETIMEDOUT', 'no response in time');
}

/** Returns the failure of a reset. It has nothing to do with the next mail. */
export function notReset(): SmtpFailure {
  return failure('EPROTOCOL', 'the server did not forget the previous mail');
}

function failure(code: string, message: string): SmtpFailure {
  return Object.assign(new Error(message), { code });
}
