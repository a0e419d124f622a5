import { setDefaultCACertificates } from 'node:tls';
import { Outbound } from '../../src/kernel/outbound/outbound.ts';
import { certificate } from '../support/certificate.ts';

/* The server with the push service of a test in place of Apple's, and with the keys of a test in place of Google's. */

setDefaultCACertificates([certificate.cert]);
const connect = Outbound.prototype.connect;
Outbound.prototype.connect = function (target) {
  const isApple = target.host === 'api.push.apple.com';
  return connect.call(this, isApple ? { ...target, host: '127.0.0.1', port: Number(process.env.APNS_PORT) } : target);
};
const get = Outbound.prototype.get;
Outbound.prototype.get = function (url, headers) {
  const isKeys = url === 'https://pay.google.com/gp/m/issuer/keys';
  return get.call(this, isKeys ? String(process.env.GOOGLE_KEYS) : url, headers);
};
await import('../../src/main/server.ts');
