import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { certificate } from './certificate.ts';

/** A mail that the server accepted. */
export interface TakenMail {
  connection: string;
  from: string;
  to: string[];
  raw: Buffer;
  secure: boolean;
  user: string | null;
  at: number;
}

/**
 * The reaction of the server to an address: an error in the response to MAIL FROM, RCPT TO or the end of the mail, or
 * something that no server should do at this point.
 */
export type Misbehaviour =
  | { at: 'RCPT' | 'MAIL' | 'END'; code: number; message: string }
  | { at: 'RCPT' | 'END'; does: 'close' | 'hang' }
  | { at: 'END'; does: 'take and close' };

interface Options {
  security?: 'TLS' | 'STARTTLS' | 'NONE';
  /** The credentials that the server requires; default none. */
  credentials?: { username: string; password: string };
  /** Whether the server accepts several commands at once; default true. */
  pipelining?: boolean;
  /** The delay before the response to each mail. */
  milliseconds?: number;
  port?: number;
}

/** A mail server that records accepted mails, and misbehaves as a test specifies. */
export class MailServer {
  readonly mails: TakenMail[] = [];
  /** By address. */
  readonly misbehaves = new Map<string, Misbehaviour>();
  /** The number of mails that the server accepts over a connection, and the command that it then refuses with 421. */
  mailsPerConnection: { max: number; at: 'MAIL' | 'RCPT' } | null = null;
  connections = 0;
  open = 0;
  maxOpen = 0;
  /** The number of sign-in attempts. */
  signIns = 0;
  readonly #server: SMTPServer;
  readonly #options: Options;

  private constructor(options: Options) {
    this.#options = options;
    const { security = 'NONE', credentials, pipelining = true } = options;
    this.#server = new SMTPServer({
      ...certificate,
      secure: security === 'TLS',
      disabledCommands: [...(security === 'STARTTLS' ? [] : ['STARTTLS']), ...(credentials ? [] : ['AUTH'])],
      authOptional: !credentials,
      disableReverseLookup: true,
      hidePIPELINING: !pipelining,
      closeTimeout: 1,
      onConnect: (_session, callback) => {
        this.connections += 1;
        this.open += 1;
        this.maxOpen = Math.max(this.maxOpen, this.open);
        callback();
      },
      onClose: () => {
        this.open -= 1;
      },
      onAuth: ({ username, password }, _session, callback) => {
        this.signIns += 1;
        const right = username === credentials?.username && password === credentials?.password;
        if (right) callback(null, { user: username });
        else callback(refusal(535, `5.7.8 no such user ${username} with ${password}`));
      },
      onMailFrom: ({ address }, session, callback) => {
        const wrong = this.misbehaves.get(address);
        if (this.#hasEnough(session, 'MAIL')) return callback(enough);
        callback(wrong?.at === 'MAIL' && 'code' in wrong ? refusal(wrong.code, wrong.message) : null);
      },
      onRcptTo: ({ address }, session, callback) => {
        const wrong = this.misbehaves.get(address);
        if (this.#hasEnough(session, 'RCPT')) callback(enough);
        else if (wrong?.at !== 'RCPT') callback();
        else if ('code' in wrong) callback(refusal(wrong.code, wrong.message));
        else if (wrong.does === 'close') this.#end(session);
      },
      onData: async (stream, session, callback) => {
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of stream) chunks.push(chunk as Buffer);
        } catch {
          return; // the sender has disconnected
        }
        if (options.milliseconds) await sleep(options.milliseconds);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const wrong = to.map((address) => this.misbehaves.get(address)).find((one) => one?.at === 'END');
        if (wrong && 'code' in wrong) return callback(refusal(wrong.code, wrong.message));
        if (wrong && wrong.does !== 'take and close') return wrong.does === 'close' ? this.#end(session) : undefined;
        this.#take(session, to, Buffer.concat(chunks));
        if (wrong) this.#end(session);
        else callback(null, `2.0.0 Ok: queued as ${this.mails.length}`);
      },
    });
    this.#server.on('error', () => {}); // tests break connections deliberately
  }

  /** Listens on the given port until the caller stops the server; default a free port. */
  static async start(options: Options = {}): Promise<MailServer> {
    const server = new MailServer(options);
    const listening = server.#server.listen(options.port ?? 0, '127.0.0.1');
    await once(listening, 'listening');
    return server;
  }

  /** Does the same as `start`, and stops the server when the test ends. */
  static async startForTest(options: Options = {}): Promise<MailServer> {
    const server = await MailServer.start(options);
    onTestFinished(() => server.stop());
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** The settings of an integration with this server. */
  get settings() {
    const { security = 'NONE', credentials } = this.#options;
    return { host: '127.0.0.1', port: this.port, security, ...credentials };
  }

  /** Returns the accepted mails, parsed as MIME. */
  parsed(): Promise<Email[]> {
    return Promise.all(this.mails.map(({ raw }) => PostalMime.parse(raw)));
  }

  /** Closes all connections abruptly, as a server does when it restarts. */
  cut(): void {
    for (const connection of this.#server.connections) this.#end(connection.session);
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #hasEnough({ id }: SMTPServerSession, at: 'MAIL' | 'RCPT'): boolean {
    const taken = this.mails.filter(({ connection }) => connection === id).length;
    return this.mailsPerConnection?.at === at && taken >= this.mailsPerConnection.max;
  }

  #take(session: SMTPServerSession, to: string[], raw: Buffer): void {
    const { mailFrom } = session.envelope;
    const from = mailFrom ? mailFrom.address : '';
    this.mails.push({
      connection: session.id,
      from,
      to,
      raw,
      secure: session.secure,
      user: (session.user as string) ?? null,
      at: Date.now(),
    });
  }

  #end({ id }: SMTPServerSession): void {
    for (const connection of this.#server.connections) {
      if (connection.session.id === id) connection._socket.destroy();
    }
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

const enough = refusal(421, '4.7.0 too many mails over this connection');
