import { createServer } from 'node:net';

/*
 * A mail server in a separate process. It accepts everything and does nothing else, so that only the sender limits the
 * rate. It reports to its parent how many mails it accepted, and when the first and the last one arrived.
 */

let mails = 0;
let first = 0;
let last = 0;

const server = createServer((socket) => {
  let inMail = false;
  let rest = '';
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.write('220 sink\r\n');
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    let replies = '';
    let quits = false;
    for (;;) {
      const end = rest.indexOf(inMail ? '\r\n.\r\n' : '\r\n');
      if (end < 0) break;
      const line = inMail ? '' : rest.slice(0, 4).toUpperCase();
      rest = rest.slice(end + (inMail ? 5 : 2));
      if (inMail) {
        mails += 1;
        last = Date.now();
        first ||= last;
      }
      inMail = line === 'DATA';
      quits ||= line === 'QUIT';
      replies += replyTo(line);
    }
    // Pipelined commands get their replies together, as from most mail servers.
    if (replies) socket.write(replies);
    if (quits) socket.end();
  });
});

function replyTo(line: string): string {
  if (line === 'EHLO') return '250-sink\r\n250 PIPELINING\r\n';
  return line === 'DATA' ? '354 go on\r\n' : '250 2.0.0 taken\r\n';
}

server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('message', (message) => {
  if (message === 'forget') mails = first = last = 0;
  process.send?.({ mails, first, last });
});
process.once('disconnect', () => process.exit());
