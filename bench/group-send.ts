import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/databases/kept-server.ts';
import { storeContacts } from '../src/contacts/contact/contact-store.ts';
import { contactGroups, newGroup } from '../src/contacts/group/contact-group.ts';
import { insertRow } from '../src/kernel/database/rows.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { connect } from '../src/messaging/integration/integration.ts';
import { askGraphQL, untilDone } from './ask.ts';
import { type Data, fill, withDatabase } from './data.ts';
import type { BenchServer } from './database.ts';
import { startProcess } from './measured-process.ts';
import { appSecret, startService, startWorkerProcess } from './servers.ts';
import { tableOf } from './table.ts';

const perStatement = 1000;
/** In MB. With less memory, V8 would collect garbage all the time. */
const heap = 256;

interface Result {
  title: string;
  perSecond: number;
  cpu: number;
  peaks: string;
}

/** Measures how fast a worker sends a coupon to a group through a local mail server, compared with nodemailer alone. */
export async function measureGroupSend(databases: BenchServer, amount: number): Promise<string> {
  const sink = await startSink();
  try {
    const alone = await sendAlone(sink, amount);
    const service = await sendToGroup(databases, sink, amount);
    return tableOf([service, alone], {
      [`${amount.toLocaleString('en')} mails over 10 connections`]: ({ title }) => title,
      'mails/s': ({ perSecond }) => perSecond.toFixed(0),
      ratio: ({ perSecond }) => (perSecond / alone.perSecond).toFixed(2),
      aim: ({ title }) => (title === service.title ? '0.30' : ''),
      'CPU µs a mail': ({ cpu }) => cpu.toFixed(0),
      'peak MB after half and all': ({ peaks }) => peaks,
    });
  } finally {
    sink.child.kill();
  }
}

async function sendAlone(sink: Sink, amount: number): Promise<Result> {
  await sink.ask('forget');
  const env = { SINK: String(sink.port), MAILS: String(amount) };
  const { cpu, peak } = await startProcess(new URL('baseline-mails.ts', import.meta.url), { env }).ended();
  const perSecond = rateOf(await sink.ask('count'), amount);
  return { title: 'nodemailer alone', perSecond, cpu: cpu / amount, peaks: peak.toFixed(0) };
}

async function sendToGroup(databases: BenchServer, sink: Sink, amount: number): Promise<Result> {
  const url = await databases.create();
  const data = await fill(url, 3);
  const group = await fillGroup(url, data, sink.port, amount);
  const service = await startService(url);
  const worker = startWorkerProcess(url, { heap });
  try {
    await sink.ask('forget');
    const { job } = await askGraphQL<{ job: { id: string } }>(
      service,
      'mutation ($input: SendToGroupInput!) { job: sendToGroup(input: $input) { id } }',
      { input: { group, campaign: data.coupons[0] } },
      data,
    );
    const peaks: string[] = [];
    let cpu = 0;
    for (const part of [amount / 2, amount]) {
      while ((await sink.ask('count')).mails < part) await sleep(50);
      const usage = await worker.usage();
      peaks.push(usage.peak.toFixed(0));
      cpu = usage.cpu / part;
    }
    const perSecond = rateOf(await sink.ask('count'), amount);
    const sent = await untilDone(service, job.id, data);
    if (sent !== amount) throw new Error(`the job sent ${sent} mails`);
    return { title: 'sendToGroup', perSecond, cpu, peaks: peaks.join(', ') };
  } finally {
    await Promise.all([worker.stop(), service.stop()]);
  }
}

/** Creates a group, connects its account to the mail server, and lets the key of the account send. */
async function fillGroup(url: string, { accountId, keyId }: Data, port: number, amount: number): Promise<string> {
  const group = newGroup(accountId, 'EMAIL', 'Regulars');
  const settings = {
    ...{ host: '127.0.0.1', port, security: 'NONE', username: null, password: null },
    from: 'mail@bakery.example',
  };
  const given = { channel: 'EMAIL_SERVICE', provider: 'SMTP', settings } as Parameters<typeof connect>[3];
  await withDatabase(url, async (database) => {
    await database.transaction(async (transaction) => {
      await connect(transaction, new Secrets(appSecret), accountId, given);
      await insertRow(transaction, contactGroups, group);
      await transaction.change(`UPDATE api_keys SET scope_list = 'READ,WRITE,REDEEM,SEND' WHERE id = ?`, [keyId]);
    });
    for (let first = 0; first < amount; first += perStatement) {
      const part = Array.from({ length: Math.min(perStatement, amount - first) }, (_, index) => {
        const address = `contact${first + index}@example.com`;
        return { address, addressKey: address, firstName: 'Ada', lastName: 'Lovelace' };
      });
      await database.transaction((transaction) => storeContacts(transaction, group, part));
    }
  });
  return group.id;
}

interface Counted {
  mails: number;
  first: number;
  last: number;
}

interface Sink {
  port: number;
  child: ChildProcess;
  ask: (what: 'forget' | 'count') => Promise<Counted>;
}

async function startSink(): Promise<Sink> {
  const port = await freePort();
  const child = fork(new URL('mail-sink.ts', import.meta.url), { env: { ...process.env, PORT: String(port) } });
  const ask = async (what: string) => {
    child.send(what);
    const [counted] = (await once(child, 'message')) as [Counted];
    return counted;
  };
  await ask('count');
  return { port, child, ask };
}

function rateOf({ mails, first, last }: Counted, amount: number): number {
  if (mails < amount) throw new Error(`${mails} mails of ${amount} arrived`);
  return (mails - 1) / ((last - first) / 1000);
}
