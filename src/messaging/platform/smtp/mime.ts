import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode as encodeQuotedPrintable, wrap as wrapQuotedPrintable } from 'nodemailer/lib/qp';

/** A mail with a text and an HTML part, as nodemailer's composer takes it. */
export interface MimeMail {
  /** Headers that follow no rules of their own. */
  headers: Record<string, string>;
  from: { name: string; address: string };
  to: { name: string; address: string };
  subject: string;
  messageId: string;
  date: Date;
  text: string;
  html: string;
  /** The part of the line between the parts that nobody can guess. */
  baseBoundary: string;
}

const lineLength = 76;
/** nodemailer encodes longer parts in pieces. */
const mostBytes = 64 * 1024;
const encoder = new MimeNode();

/**
 * Returns the text that nodemailer's composer makes of the mail, with its functions but without its streams, which take
 * most of its time. Returns null for a mail that the composer treats differently.
 */
export function writeMime(mail: MimeMail): string | null {
  const { text, html, baseBoundary } = mail;
  if (!(isPlain(text) && isPlain(html))) return null;
  const boundary = `--_NmP-${baseBoundary}-Part_1`;
  return `${headersOf(mail, boundary)}\r\n--${boundary}\r\n${partOf('text/plain', text)}\r\n--${boundary}\r\n${partOf('text/html', html)}\r\n--${boundary}--\r\n`;
}

/** The stream of nodemailer's encoder holds back white space at the end, and encodes it by itself. */
function isPlain(content: string): boolean {
  return content !== '' && !/[ \t]$/.test(content) && Buffer.byteLength(content) <= mostBytes;
}

function headersOf({ headers, from, to, subject, messageId, date }: MimeMail, boundary: string): string {
  return [
    ...Object.entries(headers).map(([key, value]) => header(key, value)),
    header('From', from),
    header('To', to),
    header('Subject', subject),
    header('Message-ID', messageId),
    header('Date', date),
    'MIME-Version: 1.0\r\n',
    `${foldLines(`Content-Type: multipart/alternative; boundary="${boundary}"`, lineLength)}\r\n`,
  ].join('');
}

/** Returns a header with its line break, or nothing if the header is empty. */
function header(key: string, value: Parameters<MimeNode['encodeHeaderValue']>[1]): string {
  const encoded = encoder.encodeHeaderValue(key, value);
  return encoded.trim() === '' ? '' : `${foldLines(`${key}: ${encoded}`, lineLength)}\r\n`;
}

function partOf(contentType: string, content: string): string {
  const type = `${contentType}; charset=utf-8`;
  const encoding = new MimeNode(type, { baseBoundary: '-' }).setContent(content).getTransferEncoding();
  const encoded = encoding === '7bit' ? content : encodings[encoding as keyof typeof encodings](content);
  return `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encoded}`;
}

const encodings = {
  'quoted-printable': (content: string) => wrapQuotedPrintable(encodeQuotedPrintable(content)),
  base64: (content: string) => wrapBase64(encodeBase64(content)),
};
