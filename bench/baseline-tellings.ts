import { connect } from 'node:http2';
import { certificate } from '../test/support/certificate.ts';
import { signing } from './wallet-data.ts';

/* HTTP/2 alone: tells the given number of devices over two connections with 500 streams each, and records nothing. */

const amount = Number(process.env.DEVICES);
const { certificate: cert, intermediate, privateKey: key, passType } = signing;
const sessions = [1, 2].map(() =>
  connect(`https://127.0.0.1:${process.env.SINK}`, { ca: certificate.cert, cert: `${cert}\n${intermediate}`, key }),
);

let begun = 0;

function tell(session: (typeof sessions)[number]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stream = session.request({
    ':method': 'POST',
    ':path': `/3/device/${begun.toString(16).padStart(64, '0')}`,
    'apns-topic': passType,
    'apns-push-type': 'alert',
    'apns-priority': '10',
  });
  stream.on('response', (headers) => headers[':status'] !== 200 && reject(new Error('not told')));
  stream.on('error', reject).on('close', resolve).resume().end('{}');
  return promise;
}

async function tellOn(session: (typeof sessions)[number]): Promise<void> {
  while (begun < amount) {
    begun += 1;
    await tell(session);
  }
}

await Promise.all(sessions.flatMap((session) => Array.from({ length: 500 }, () => tellOn(session))));
for (const session of sessions) session.close();
process.disconnect?.();
