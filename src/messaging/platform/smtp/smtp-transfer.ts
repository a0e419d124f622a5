import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Line, watchReplies } from './smtp-connections.ts';
import { notReset, tooLate } from './smtp-failure.ts';
import type { Mail } from './smtp-mail.ts';

/** The time limit for a mail, from its first command to the server's last reply. */
const mailMilliseconds = 45_000;
/** The four replies to a mail have some hundred bytes. */
const mostBytesOfReplies = 1024 * 1024;

/** A mail on its way over a connection. */
export class Transfer {
  readonly #line: Line;
  readonly #mail: Mail;
  #began = false;

  constructor(line: Line, mail: Mail) {
    this.#line = line;
    this.#mail = mail;
  }

  /** Whether the content was sent. Only then may the server have the mail. */
  get began(): boolean {
    return this.#began;
  }

  /**
   * Sends the mail and returns the last reply of the server. Rejects with a failure; if that has no response code, or 421,
   * the connection is no longer usable.
   */
  async run(): Promise<string> {
    const { promise: failed, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(tooLate()), mailMilliseconds);
    const stopWatching = watchReplies(this.#line.socket, mostBytesOfReplies, reject);
    try {
      return await Promise.race([this.#send(this.#line.connection), failed]);
    } finally {
      clearTimeout(timer);
      stopWatching();
    }
  }

  async #send(connection: SMTPConnection): Promise<string> {
    const { envelope } = this.#mail;
    if (this.#line.isUnfinished) await reset(connection);
    this.#line.isUnfinished = true;
    type Sent = { response?: string } | undefined;
    const { response = '' } =
      (await promisify((done: (error: Error | null, sent?: Sent) => void) =>
        connection.send({ from: envelope.from, to: [envelope.to] }, this.#content(), done),
      )()) ?? {};
    this.#line.isUnfinished = false;
    return response;
  }

  /** nodemailer reads the content once the server has accepted the sender, the recipient and the command DATA. */
  #content(): Readable {
    const { content } = this.#mail;
    const begin = () => {
      this.#began = true;
    };
    return new Readable({
      read() {
        begin();
        this.push(content);
        this.push(null);
      },
    });
  }
}

async function reset(connection: SMTPConnection): Promise<void> {
  await promisify((done: (error: Error | null) => void) => connection.reset(done))().catch(() => {
    throw notReset();
  });
}
