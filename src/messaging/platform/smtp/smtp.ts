import { Readable } from 'node:stream';
import { printable, redact } from '../failure-wording.ts';
import type { OpenPlatform, OutgoingEmail, Platform, PlatformDependencies, Verdict } from '../platform.ts';
import type { SmtpSettings } from '../platform-settings.ts';
import { type Line, SmtpLines } from './smtp-connections.ts';
import type { Mail } from './smtp-mail.ts';
import { putOff, type SmtpFailure, verdictOf } from './smtp-verdict.ts';

const parallel = 10;
/** The time limit for a mail, from its first command to the server's last reply. */
const mailMilliseconds = 45_000;

/** Sends emails through a mail server. */
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
    // Loads nodemailer when the first mail is sent.
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
      this.#lines.giveBack(await this.#lines.open());
      return null;
    } catch (error) {
      return redact(this.#secrets, putOff(error as SmtpFailure).reason);
    }
  }

  async close(): Promise<void> {
    this.#lines.close();
  }

  async #deliver(mail: Mail): Promise<Verdict> {
    for (;;) {
      const line = await this.#lines.take().catch((error: SmtpFailure) => error);
      if (line instanceof Error) return putOff(line);
      const wasUsed = line.mails > 0;
      const verdict = await this.#carry(line, mail);
      if (verdict !== 'LINE_ENDED') return verdict;
      // The server ended the pooled connection. Another connection can still send the mail.
      if (!wasUsed) return { outcome: 'DEFERRED', reason: 'The mail server closed the connection.' };
    }
  }

  /** Sends a mail over a connection, and then puts the connection back into the pool or closes it. */
  #carry(line: Line, { envelope, content }: Mail): Promise<Verdict | 'LINE_ENDED'> {
    let began = false;
    const stream = new Readable({
      read() {
        began = true;
        this.push(content);
        this.push(null);
      },
    });
    const wasUsed = line.mails > 0;
    line.mails += 1;
    const { promise, resolve } = Promise.withResolvers<Verdict | 'LINE_ENDED'>();
    const timer = setTimeout(() => {
      const error: SmtpFailure = Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });
      resolve(verdictOf(error, began));
      this.#lines.drop(line);
    }, mailMilliseconds);
    line.connection.send({ ...envelope }, stream, (error: SmtpFailure | null, sent) => {
      clearTimeout(timer);
      if (!error) {
        resolve({ outcome: 'SENT', platformId: printable(sent?.response ?? '').slice(0, 100) || null });
        this.#lines.giveBack(line);
        return;
      }
      const answered = error.responseCode !== undefined;
      const lineEnded = !answered || error.responseCode === 421;
      resolve(wasUsed && !began && lineEnded ? 'LINE_ENDED' : verdictOf(error, began));
      if (!lineEnded) this.#reset(line);
      else this.#lines.drop(line);
    });
    return promise;
  }

  /** Resets the connection after a refused mail, so that it can send another one. */
  #reset(line: Line): void {
    line.connection.reset((error) => (error ? this.#lines.drop(line) : this.#lines.giveBack(line)));
  }
}
