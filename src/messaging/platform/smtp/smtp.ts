import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { printable } from '../../../kernel/outbound/failure-wording.ts';
import type { OpenPlatform, OutgoingEmail, Platform, PlatformDependencies, Verdict } from '../platform.ts';
import { redact } from '../redaction.ts';
import {
  type Line,
  notReset,
  type SmtpFailure,
  SmtpLines,
  type SmtpSettings,
  tooLate,
  watchReplies,
} from './smtp-connections.ts';
import type { Mail } from './smtp-mail.ts';
import { deferredBy, verdictOf } from './smtp-verdict.ts';

const parallel = 10;

export const openSmtp: OpenPlatform = (_integration, settings, dependencies) =>
  new Smtp(settings as SmtpSettings, dependencies);

class Smtp implements Platform {
  readonly parallel = parallel;
  readonly #lines: SmtpLines;
  readonly #secrets: (string | null)[];

  constructor(settings: SmtpSettings, { outbound, publicUrl }: PlatformDependencies) {
    this.#lines = new SmtpLines(settings, outbound, publicUrl);
    this.#secrets = [settings.password];
  }

  async send(message: OutgoingEmail): Promise<Verdict> {
    const { composeMail } = await import('./smtp-mail.ts');
    const mail = await composeMail(message).catch((error: Error) => error);
    const verdict: Verdict =
      mail instanceof Error
        ? { outcome: 'REFUSED', reason: printable(`The mail cannot be composed: ${mail.message}`) }
        : await this.#deliver(mail);
    return 'reason' in verdict ? { ...verdict, reason: redact(this.#secrets, verdict.reason) } : verdict;
  }

  async check(): Promise<string | null> {
    try {
      await this.#lines.giveBack(await this.#lines.open());
      return null;
    } catch (error) {
      return redact(this.#secrets, deferredBy(error as SmtpFailure).reason);
    }
  }

  async close(): Promise<void> {
    this.#lines.close();
  }

  async #deliver(mail: Mail): Promise<Verdict> {
    for (;;) {
      const line = await this.#lines.take().catch((error: SmtpFailure) => error);
      if (line instanceof Error) return deferredBy(line);
      const wasUsed = line.mails > 0;
      const verdict = await this.#carry(line, mail);
      if (verdict !== 'LINE_ENDED') return verdict;
      // The server closed the pooled connection, but another one may still send the mail.
      if (!wasUsed) return { outcome: 'DEFERRED', reason: 'The mail server closed the connection.' };
    }
  }

  /** Sends a mail. Afterwards, the connection returns to the pool or is closed. */
  async #carry(line: Line, mail: Mail): Promise<Verdict | 'LINE_ENDED'> {
    const wasUsed = line.mails > 0;
    const transfer = new Transfer(line, mail);
    line.mails += 1;
    try {
      const reply = await transfer.run();
      await this.#lines.giveBack(line);
      return { outcome: 'SENT', platformId: printable(reply).slice(0, 100) || null };
    } catch (thrown) {
      const error = thrown as SmtpFailure;
      const { responseCode } = error;
      const hasEnded = responseCode === undefined || responseCode === 421;
      if (hasEnded || responseCode < 400) this.#lines.drop(line);
      else await this.#lines.giveBack(line);
      const isReplaceable = hasEnded && wasUsed && !transfer.began && error.code !== 'ETIMEDOUT';
      return isReplaceable ? 'LINE_ENDED' : verdictOf(error, mail.envelope, transfer.began);
    }
  }
}

/** The time limit from the first command to the last reply. */
const mailMilliseconds = 45_000;
/** The maximum number of bytes of the replies to a mail. The usual four take a few hundred. */
const maxBytesOfReplies = 1024 * 1024;

class Transfer {
  readonly #line: Line;
  readonly #mail: Mail;
  #began = false;

  constructor(line: Line, mail: Mail) {
    this.#line = line;
    this.#mail = mail;
  }

  /** Whether the content has begun. Only then may the server have the mail. */
  get began(): boolean {
    return this.#began;
  }

  /**
   * Sends the mail and returns the last reply. After a failure without a response code, or with 421, the connection is
   * unusable.
   */
  async run(): Promise<string> {
    const { promise: failed, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(tooLate()), mailMilliseconds);
    const stopWatching = watchReplies(this.#line.socket, maxBytesOfReplies, reject);
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
    type Reply = { response?: string } | undefined;
    const { response = '' } =
      (await promisify((done: (error: Error | null, sent?: Reply) => void) =>
        connection.send({ from: envelope.from, to: [envelope.to] }, this.#content(), done),
      )()) ?? {};
    this.#line.isUnfinished = false;
    return response;
  }

  /** nodemailer reads the content after the server has accepted DATA. */
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
