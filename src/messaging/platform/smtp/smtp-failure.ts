/** Why a mail was not sent: an error of nodemailer, a refusal by the server, or the end of the connection. */
export interface SmtpFailure extends Error {
  code?: string;
  originalCode?: string;
  /** The command that the server refused. */
  command?: string;
  response?: string;
  responseCode?: number;
}

/**
 * The server refused a command. With 421 it ends the connection, whatever the command was. A refused RSET says nothing
 * about the mail that follows.
 */
export function refusalOf(command: string, response: string): SmtpFailure {
  if (command === 'RSET') return failure('EPROTOCOL', 'the server did not forget the previous mail', { command });
  const responseCode = Number(/^\d+/.exec(response)?.[0] ?? 0);
  const [name] = responseCode === 421 ? ['CONN'] : command.split(':');
  return failure('EENVELOPE', 'the server refused a command', {
    command: name,
    response,
    ...(responseCode > 0 && { responseCode }),
  });
}

/** The connection was closed. A refusal may be the last that the server sent, without a line break. */
export function closedWith(last: string): SmtpFailure {
  if (/^[45]\d{2}[ -]/.test(last)) return refusalOf('CONN', last);
  return failure('ECONNECTION', 'Connection closed unexpectedly');
}

export function tooLong(): SmtpFailure {
  return failure('EPROTOCOL', 'Server response exceeds maximum allowed size');
}

export function tooLate(): SmtpFailure {
  return failure('ETIMEDOUT', 'no response in time');
}

function failure(code: string, message: string, more: Partial<SmtpFailure> = {}): SmtpFailure {
  return Object.assign(new Error(message), { code, ...more });
}
