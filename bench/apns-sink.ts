import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { certificate } from '../test/support/certificate.ts';
import { intermediateCertificate, rootCertificate } from '../test/support/pass-certificates.ts';

/*
 * Apple's push service in a separate process, over HTTP/2 and TLS with the certificate of the client. It accepts everything
 * and does nothing else, so that only the worker limits the rate. It reports to its parent how many devices it was told of,
 * and when the first and the last one was.
 */

let told = 0;
let first = 0;
let last = 0;

const server = createSecureServer({
  ...certificate,
  ca: [rootCertificate, intermediateCertificate],
  requestCert: true,
  rejectUnauthorized: true,
  settings: { maxConcurrentStreams: 1000 },
});
server.on('stream', (stream: ServerHttp2Stream) => {
  stream.on('error', () => {});
  stream.on('end', () => {
    told += 1;
    last = Date.now();
    first ||= last;
    if (!stream.destroyed) stream.respond({ ':status': 200, 'apns-id': 'a' }, { endStream: true });
  });
  stream.resume();
});
server.on('sessionError', () => {});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('message', (message) => {
  if (message === 'forget') told = first = last = 0;
  process.send?.({ told, first, last });
});
process.once('disconnect', () => process.exit());
