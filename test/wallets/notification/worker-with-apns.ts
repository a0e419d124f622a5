import { setDefaultCACertificates } from 'node:tls';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { Outbound } from '../../../src/kernel/outbound/outbound.ts';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { attemptDependencies, sendingOf, startBackground } from '../../../src/main/background.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { certificate } from '../../support/certificate.ts';

/* A worker that uses the push service of a test in place of Apple's. */

const { DATABASE_URL = '', APP_SECRET = '', APNS_PORT = '', DATA_DIR = '' } = process.env;
setDefaultCACertificates([certificate.cert]);
const outbound = new Outbound({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'] });
const sender = attemptDependencies('http://localhost', new Secrets(APP_SECRET), outbound);
const apns = { host: '127.0.0.1', port: Number(APNS_PORT) };
startBackground({
  database: await openDatabase(DATABASE_URL, model),
  log: createLog('silent'),
  worker: true,
  sender,
  sending: { ...sendingOf('http://localhost', DATA_DIR, sender), apns },
  keptDays: { events: 400, deliveries: 30, messages: 400, audit: 730, requests: 7, closedAccounts: 30 },
});
console.log('Worker is running');
