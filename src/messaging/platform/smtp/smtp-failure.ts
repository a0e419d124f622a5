/** Why a mail was not sent: an error of nodemailer, or a time limit. */
export interface SmtpFailure extends Error {
  code?: string;
  originalCode?: string;
  /** The command that the server refused. */
  command?: string;
  response?: string;
  responseCode?: number;
}

export function tooLong(): SmtpFailure {
  return failure('EPROTOCOL', 'Server response exceeds maximum allowed size');
}

export function tooLate(): SmtpFailure {
  return failure('ETIMEDOUT', 'no response in time');
}

/** The server refused to forget the previous mail. That says nothing about the mail that follows. */
export function notReset(): SmtpFailure {
  return failure('EPROTOCOL', 'the server did not forget the previous mail');
}

function failure(code: string, message: string): SmtpFailure {
  return Object.assign(new Error(message), { code });
}
