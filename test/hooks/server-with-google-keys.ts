import '../../src/main/process/jsx.ts';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from '../../src/http/http-server.ts';
import { DatabaseWatch } from '../../src/kernel/database/engines/cluster/database-watch.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { createLimits } from '../../src/kernel/limits/limits.ts';
import { Outbound } from '../../src/kernel/outbound/outbound.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { createLog } from '../../src/main/process/log.ts';
import { model } from '../../src/main/registries/tables.ts';

/* A server that verifies callbacks with the keys of a test in place of Google's. */

const { serveApp } = await import('../../src/main/app.ts');
const { DATABASE_URL = '', APP_SECRET = '', GOOGLE_KEYS = '', DATA_DIR = '' } = process.env;
const log = createLog('silent');
const server = createHttpServer().listen({ port: 0, host: '127.0.0.1' });
await once(server, 'listening');
const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const database = await openDatabase(DATABASE_URL, model);
serveApp(server, {
  database,
  watch: new DatabaseWatch(database, log),
  log,
  publicUrl,
  secrets: new Secrets(APP_SECRET),
  outbound: new Outbound({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'] }),
  limits: createLimits({ perSecond: 0, log }),
  keptDays: { messages: 400, deliveries: 30, requests: 7, events: 400, closedAccounts: 30 },
  dataDirectory: DATA_DIR,
  googleKeys: GOOGLE_KEYS,
});
console.log(`Server at ${publicUrl}`);
