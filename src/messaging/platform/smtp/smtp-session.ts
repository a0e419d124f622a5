import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { dataOf } from './smtp-data.ts';
import { refusalOf, type SmtpFailure } from './smtp-failure.ts';
import type { Mail } from './smtp-mail.ts';
import { SmtpReplies } from './smtp-replies.ts';

/**
 * Sends mails over a connection on which nodemailer has signed in. nodemailer's own sending creates several streams for
 * each mail and writes it in three pieces, which takes twice as long.
 */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #socket: Socket;
  readonly #replies: SmtpReplies;
  readonly #pipelining: boolean;
  /** Whether the server has refused the last mail, and must forget it before the next one. */
  #isUnfinished = false;

  /** `pipelining`: whether the server accepts several commands at once (RFC 2920). */
  constructor(connection: SMTPConnection, pipelining: boolean) {
    this.#connection = connection;
    this.#socket = connection._socket as Socket;
    this.#pipelining = pipelining;
    this.#replies = new SmtpReplies(connection, this.#socket);
  }

  /**
   * Sends a mail and returns the last reply of the server. Calls `begin` right before it sends the content. Rejects with
   * a failure; if that has no response code, or 421, the connection is no longer usable.
   */
  send({ envelope: { from, to }, content }: Mail, begin: () => void): Promise<string> {
    return this.#replies.during(async () => {
      const commands = [`MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA'];
      if (this.#isUnfinished) commands.unshift('RSET');
      this.#isUnfinished = true;
      await this.#announce(commands);
      begin();
      this.#socket.write(dataOf(content));
      const reply = await this.#replies.next();
      if (!reply.startsWith('2')) throw refusalOf('DATA', reply);
      this.#isUnfinished = false;
      return reply;
    });
  }

  /** Ends the connection. A mail that is being sent fails. */
  fail(failure: SmtpFailure): void {
    this.#replies.end(failure);
    this.#connection.close();
  }

  /** Sends commands, together if the server accepts that. Rejects with the first refusal. */
  async #announce(commands: readonly string[]): Promise<void> {
    let refusal: SmtpFailure | null = null;
    if (this.#pipelining) this.#write(...commands);
    for (const command of commands) {
      if (!this.#pipelining) this.#write(command);
      const reply = await this.#replies.next();
      const isAccepted = reply.startsWith('2') || (command === 'DATA' && reply.startsWith('3'));
      if (isAccepted && refusal && command === 'DATA') await this.#takeBack(refusal);
      if (!isAccepted) refusal ??= refusalOf(command, reply);
      if (refusal && reply.startsWith('421')) this.fail(refusal);
      if (refusal && !this.#pipelining) break;
    }
    if (refusal) throw refusal;
  }

  /** Ends a mail whose content the server accepts although it has refused the sender or the recipient. */
  async #takeBack(refusal: SmtpFailure): Promise<void> {
    if (refusal.command !== 'RCPT TO') this.fail(refusal);
    else {
      this.#write('.');
      await this.#replies.next();
    }
  }

  #write(...commands: string[]): void {
    this.#socket.write(`${commands.join('\r\n')}\r\n`);
  }
}
