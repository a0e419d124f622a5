import { printable, redact } from '../failure-wording.ts';
import type { OpenPlatform, OutgoingEmail, Platform, PlatformDependencies, Verdict } from '../platform.ts';
import type { SmtpSettings } from './smtp-connections.ts';
import { type Line, SmtpLines } from './smtp-connections.ts';
import type { SmtpFailure } from './smtp-failure.ts';
import type { Mail } from './smtp-mail.ts';
import { Transfer } from './smtp-transfer.ts';
import { putOff, verdictOf } from './smtp-verdict.ts';

const parallel = 10;

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
      await this.#lines.giveBack(await this.#lines.open());
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
