import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { contactGroups, newGroup } from '../src/contacts/group/contact-group.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { model } from '../src/main/registries/tables.ts';
import { connect } from '../src/messaging/integration/integration.ts';
import { ask } from './ask.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import { appSecret, startBoundedCommand, startBoundedService } from './servers.ts';
import { tableOf } from './table.ts';

interface Result {
  title: string;
  service: string;
  baseline: string;
  peak: string;
}

const groupsBeside = 99;
const lists = 50;
/** In MB. With less memory, V8 would collect garbage all the time. */
const heap = 256;

/** Measures groups with many contacts: import, export, listing the groups, and reading all contacts of one group. */
export async function measureGroups(databases: BenchServer, amount: number): Promise<string> {
  const url = await databases.create();
  const data = await fill(url, 3);
  const [half = '', all = ''] = await fillGroups(url, data);
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const results: Result[] = [];
    for (const [group, contacts] of [
      [half, amount / 2],
      [all, amount],
    ] as const)
      results.push(await importInto(url, data, directory, group, contacts));
    results.push(await exportFrom(url, data, directory, all, amount));
    const service = await startBoundedService(url, heap);
    try {
      results.push(await listGroups(url, data, service, amount));
      results.push(await listContacts(url, data, service, all, amount));
    } finally {
      await service.stop();
    }
    return tableOf(results, {
      'contact groups': ({ title }) => title,
      service: (result) => result.service,
      'SQL by hand': (result) => result.baseline,
      'peak MB': (result) => result.peak,
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function fillGroups(url: string, { accountId }: Data): Promise<string[]> {
  const database = await openDatabase(url, model);
  try {
    const groups = Array.from({ length: groupsBeside + 2 }, (_, index) =>
      newGroup(accountId, 'EMAIL', `Group ${index}`),
    );
    await database.transaction(async (transaction) => {
      const given = { channel: 'EMAIL_SERVICE', provider: 'CAPTURE', settings: {} } as const;
      await connect(transaction, new Secrets(appSecret), accountId, given as Parameters<typeof connect>[3]);
      await transaction.manager.insert(contactGroups, groups);
    });
    return groups.map(({ id }) => id);
  } finally {
    await database.close();
  }
}

async function importInto(url: string, data: Data, directory: string, group: string, amount: number): Promise<Result> {
  const file = join(directory, 'contacts.csv');
  const text = createWriteStream(file);
  text.write('email,first_name,last_name,birthday,custom1\n');
  for (let index = 0; index < amount; index += 1)
    if (!text.write(`contact${index}@example.com,Ada,Lovelace,1815-12-10,rye\n`)) await once(text, 'drain');
  text.end();
  await once(text, 'finish');
  const began = performance.now();
  const command = ['import', 'contacts', '--account', data.accountId, '--group', group, file];
  const { peak } = await startBoundedCommand(url, ...command).ended();
  const rate = `${perSecond(amount, began)} rows/s`;
  return { title: `import of ${amount.toLocaleString('en')}`, service: rate, baseline: '', peak: peak.toFixed(0) };
}

async function exportFrom(url: string, data: Data, directory: string, group: string, amount: number): Promise<Result> {
  const file = join(directory, 'exported.csv');
  const began = performance.now();
  const command = ['export', 'contacts', '--account', data.accountId, '--group', group, '--out', file];
  const { peak } = await startBoundedCommand(url, ...command).ended();
  if ((await stat(file)).size < 50 * amount) throw new Error('too little was exported');
  const rate = `${perSecond(amount, began)} rows/s`;
  return { title: `export of ${amount.toLocaleString('en')}`, service: rate, baseline: '', peak: peak.toFixed(0) };
}

/** Lists the groups, one of which has that many contacts. The baseline runs the same statement, and one that counts. */
async function listGroups(url: string, data: Data, service: ServerProcess, amount: number): Promise<Result> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  try {
    const columns = 'g.id, g.name, g.contacts FROM contact_groups g WHERE g.account_id = ? AND g.channel = ?';
    const plain = `SELECT ${columns} AND g.deleted_at IS NULL ORDER BY g.created_at DESC, g.id DESC LIMIT 1001`;
    const counting = 'SELECT c.group_id, COUNT(*) FROM contacts c GROUP BY c.group_id';
    const ours = await medianOf(lists, () => ask(service, '/v3/emailtool/grouplist', {}, data));
    const theirs = await medianOf(lists, () => connection.execute(plain, [data.accountId, 'EMAIL']));
    const counted = await medianOf(3, () => connection.query(counting));
    return {
      title: `list of ${groupsBeside + 2} groups, ${(1.5 * amount).toLocaleString('en')} contacts`,
      service: `${ours.toFixed(1)} ms`,
      baseline: `${theirs.toFixed(1)} ms; counting ${counted.toFixed(0)} ms`,
      peak: (await service.usage()).peak.toFixed(0),
    };
  } finally {
    await connection.end();
  }
}

/** The baseline reads pages of a thousand by key and writes each page as JSON at once. */
async function listContacts(
  url: string,
  data: Data,
  service: ServerProcess,
  group: string,
  amount: number,
): Promise<Result> {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${service.port}/v3/emailtool/userlist`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Client-Id': data.keyId, 'X-Client-Secret': data.secret },
    body: JSON.stringify({ emailgroup: group }),
  });
  let tail = '';
  for await (const chunk of response.body ?? []) tail = (tail + Buffer.from(chunk).toString('latin1')).slice(-100);
  if (!tail.includes(`"amount_of_contacts":${amount}`)) throw new Error(`the list ends with ${tail}`);
  const ours = perSecond(amount, began);
  const theirs = await readByHand(url, group, amount);
  return {
    title: `userlist of ${amount.toLocaleString('en')}`,
    service: `${ours} rows/s`,
    baseline: `${theirs} rows/s`,
    peak: (await service.usage()).peak.toFixed(0),
  };
}

async function readByHand(url: string, group: string, amount: number): Promise<string> {
  const connection = await createConnection({ uri: url.replace(/^mariadb:/, 'mysql:'), dateStrings: true });
  try {
    const began = performance.now();
    let before = Number.MAX_SAFE_INTEGER;
    let written = 0;
    for (let read = 0; read < amount; ) {
      const statement =
        'SELECT c.* FROM contacts c WHERE c.group_id = ? AND c.number < ? ORDER BY c.number DESC LIMIT 1000';
      const [rows] = await connection.execute<RowDataPacket[]>(statement, [group, before]);
      written += JSON.stringify(rows).length;
      before = rows.at(-1)?.number;
      read += rows.length;
    }
    if (written === 0) throw new Error('nothing was read');
    return perSecond(amount, began);
  } finally {
    await connection.end();
  }
}

async function medianOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? 0;
}

function perSecond(amount: number, began: number): string {
  return (amount / ((performance.now() - began) / 1000)).toFixed(0);
}
