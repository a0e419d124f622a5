import { isIP } from 'node:net';
import { promisify } from 'node:util';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';
import type { SmtpSettings } from '../platform-settings.ts';

const connectMilliseconds = 10_000;
/** From the connection to the end of the sign-in. */
const readyMilliseconds = 15_000;
const idleMilliseconds = 30_000;
const mailsPerLine = 100;

/** A connection to a mail server that is signed in. */
export interface Line {
  connection: SMTPConnection;
  /** How many mails it has carried. */
  mails: number;
  idleTimer?: NodeJS.Timeout;
}

/** Connections to a mail server, kept open from mail to mail. */
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

  /** One that is free, mostly one that was used just before, or a new one. */
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
    const socket = await this.#outbound.connect({ host, port, tls, timeoutMilliseconds: connectMilliseconds });
    const connection = new SMTPConnection({
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

  /** Gives a line back that can carry another mail. */
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

  /** Ends those that are free at once and the others with their mail. */
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

/** What the service calls itself to mail servers. */
function nameOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : undefined;
}

/** Waits until the server can be given a mail. */
async function ready(connection: SMTPConnection, username: string | null, password: string | null): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
  }, readyMilliseconds);
  connection.on('error', reject); // later ones come with the mail that they are about
  connection.once('end', () => reject(new Error('the server closed the connection')));
  failed.catch(() => {});
  try {
    await Promise.race([failed, promisify((done: (error?: Error | null) => void) => connection.connect(done))()]);
    if (username === null) return;
    if (!connection.allowsAuth) throw Object.assign(new Error('the server lets nobody sign in'), { code: 'EAUTH' });
    const credentials = { user: username, pass: password ?? '' };
    await Promise.race([
      failed,
      promisify((done: (error?: Error | null) => void) => connection.login({ credentials }, done))(),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
