import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';
import type { SmtpSettings } from '../platform-settings.ts';

const connectMilliseconds = 10_000;
/** The time limit from the connection to the end of the sign-in. */
const readyMilliseconds = 15_000;
const idleMilliseconds = 30_000;
const mailsPerLine = 100;

/** An authenticated connection to a mail server. */
export interface Line {
  connection: SMTPConnection;
  /** The number of mails sent over the connection. */
  mails: number;
  idleTimer?: NodeJS.Timeout;
}

/** A pool of connections to a mail server. */
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

  /** Returns the most recently used idle connection, or opens a new one. */
  async take(): Promise<Line> {
    const line = this.#idle.pop();
    if (!line) return this.open();
    clearTimeout(line.idleTimer);
    return line;
  }

  /** Connects and signs in. */
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
    const line: Line = { connection, mails: 0 };
    connection.once('end', () => this.#forget(line));
    try {
      await ready(connection, username, password);
    } catch (error) {
      connection.close();
      throw error;
    }
    this.#all.add(line);
    if (this.#closed) this.drop(line);
    return line;
  }

  /** Puts a connection back into the pool, or closes it after its last mail. */
  giveBack(line: Line): void {
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
    line.connection.close();
  }

  /** Closes idle connections at once, and the others after their current mail. */
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

/** Returns the host name that the service gives to mail servers. */
function nameOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : undefined;
}

/** Waits until the server accepts mails. */
async function ready(connection: SMTPConnection, username: string | null, password: string | null): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' }));
  }, readyMilliseconds);
  connection.on('error', reject); // the callback of each mail reports later errors
  connection.once('end', () => reject(new Error('the server closed the connection')));
  failed.catch(() => {});
  try {
    await Promise.race([failed, promisify((done: (error?: Error | null) => void) => connection.connect(done))()]);
    if (username === null) return;
    if (!connection.allowsAuth)
      throw Object.assign(new Error('the server does not offer authentication'), { code: 'EAUTH' });
    const credentials = { user: username, pass: password ?? '' };
    await Promise.race([
      failed,
      promisify((done: (error?: Error | null) => void) => connection.login({ credentials }, done))(),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
