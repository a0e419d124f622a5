import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/*
 * A mail server that runs as a separate process and accepts every mail. It prints its port, and then a line for each
 * recipient of a mail, with the session from the coupon link in the mail.
 */

const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  disableReverseLookup: true,
  onData: (stream, { envelope }, callback) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.once('end', () => {
      // The encoding of mails breaks long lines.
      const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '');
      const [, session = ''] = /\/p\/[0-9a-z]{8}\/([0-9a-z]{21})/.exec(text) ?? [];
      for (const { address } of envelope.rcptTo) console.log(`mail ${address} ${session}`);
      callback();
    });
  },
});
// The tests kill senders during transfers.
server.on('error', () => {});
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
});

const listening = server.listen(0, '127.0.0.1');
await once(listening, 'listening');
console.log(`port ${(listening.address() as AddressInfo).port}`);
