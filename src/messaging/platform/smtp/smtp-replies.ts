import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { closedWith, type SmtpFailure, tooLong } from './smtp-failure.ts';

/** In bytes. */
const longestReply = 1024 * 1024;

/** A server replies to at most four commands at once. */
const mostUnread = 8;

/** The replies of a mail server, from the moment at which nodemailer has signed in. */
export class SmtpReplies {
  readonly #connection: SMTPConnection;
  /** Replies that nobody has read. */
  readonly #unread: string[] = [];
  /** The lines of an incomplete reply. */
  #lines: string[] = [];
  /** The beginning of an incomplete line. */
  #rest = '';
  /** What has arrived since the last reply, with the empty lines. */
  #size = 0;
  #reader: PromiseWithResolvers<string> | null = null;
  #failure: SmtpFailure | null = null;
  #isExpected = false;

  constructor(connection: SMTPConnection, socket: Socket) {
    this.#connection = connection;
    connection.on('error', (error: SmtpFailure) => this.end(error));
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Buffer) => this.#receive(chunk.toString('latin1')));
    socket.once('close', () => this.end(closedWith(this.#rest)));
  }

  /** Runs commands. A reply outside of commands, or too many, ends the connection: it must not answer a later command. */
  async during<Result>(commands: () => Promise<Result>): Promise<Result> {
    this.#isExpected = true;
    try {
      return await commands();
    } finally {
      this.#isExpected = false;
      if (this.#unread.length + this.#size > 0) this.#connection.close();
    }
  }

  /** Returns the next reply. Rejects once the connection has ended. */
  async next(): Promise<string> {
    const reply = this.#unread.shift();
    if (reply !== undefined) return reply;
    if (this.#failure) throw this.#failure;
    this.#reader = Promise.withResolvers();
    return this.#reader.promise;
  }

  /** Makes the current reader and all later ones fail. */
  end(failure: SmtpFailure): void {
    this.#failure ??= failure;
    this.#reader?.reject(this.#failure);
    this.#reader = null;
  }

  #receive(text: string): void {
    if (this.#failure) return;
    this.#rest += text;
    this.#size += text.length;
    if (text.includes('\n')) this.#takeLines();
    if (this.#size > longestReply) this.end(tooLong());
    if (this.#size > longestReply || !this.#isExpected) this.#connection.close();
  }

  #takeLines(): void {
    const lines = this.#rest.split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() === '' || this.#failure) continue;
      this.#lines.push(line);
      if (/^\d+-/.test(line)) continue;
      this.#give(decoded(this.#lines.join('\n')));
      this.#lines = [];
      this.#size = this.#rest.length;
    }
  }

  #give(reply: string): void {
    if (this.#reader) this.#reader.resolve(reply);
    else this.#unread.push(reply);
    this.#reader = null;
    if (this.#unread.length <= mostUnread) return;
    this.end(tooLong());
    this.#connection.close();
  }
}

/** Returns text that a server sent as UTF-8 or, if it is none, in an encoding of single bytes. */
function decoded(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  const unicode = Buffer.from(text, 'latin1').toString();
  return unicode.includes('\ufffd') ? text : unicode;
}
