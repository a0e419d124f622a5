import { screens } from '../src/doors/console/screen-list.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { hashPassword } from '../src/kernel/security/passwords.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { consolePath } from '../src/kernel/values/links.ts';
import { model } from '../src/main/registries/tables.ts';
import { addMembership } from '../src/people/person/account-membership.ts';
import { addPerson } from '../src/people/person/person.ts';
import { beginSignIn } from '../src/people/sign-in/person-sign-in.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { appSecret, startService } from './servers.ts';
import { fillStatistics } from './statistics.ts';
import { tableOf } from './table.ts';

const warmUps = 10;
const views = 100;
const aims = { p50: 30, p95: 100 };

interface Result {
  path: string;
  times: number[];
  size: number;
}

/**
 * Measures how long the service takes for the screens of the console that show campaigns and sessions, one after another,
 * on the largest of the given numbers of sessions.
 */
export async function measureConsole(databases: BenchServer, { sizes }: Options): Promise<string> {
  const rows = Math.max(...sizes);
  const url = await databases.create();
  const data = await fill(url, rows);
  const cookie = await signIn(url, data);
  const service = await startService(url);
  try {
    const results: Result[] = [];
    for (const { path } of screens) {
      const address = addressOf(path, data);
      if (address) results.push({ path: path || '/', ...(await measure(service, address, cookie)) });
    }
    return tableOf(results, {
      [`screens with ${rows.toLocaleString('en')} sessions`]: ({ path }) => path,
      'p50 ms': ({ times }) => within(times, 0.5).toFixed(1),
      aim: () => String(aims.p50),
      'p95 ms': ({ times }) => within(times, 0.95).toFixed(1),
      'aim of p95': () => String(aims.p95),
      kB: ({ size }) => (size / 1000).toFixed(0),
    });
  } finally {
    await service.stop();
  }
}

const within = (times: readonly number[], part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;

/** Fills the statistics of a year, and signs an owner in. Returns the header with the cookie of the browser. */
async function signIn(url: string, { accountId, coupons }: Data): Promise<string> {
  const database = await openDatabase(url, model);
  try {
    await fillStatistics(database, [accountId, ...coupons]);
    const passwordHash = await hashPassword('a password that nobody needs');
    const token = await database.transaction(async (transaction) => {
      const personId = (await addPerson(transaction, { email: 'ada@example.com', name: 'Ada', passwordHash })) ?? '';
      await addMembership(transaction, { accountId, personId, role: 'OWNER' });
      return beginSignIn(transaction, { personId, accountId }, { address: '192.0.2.1', browser: 'bench' });
    });
    // The public address of the bench has https.
    const name = '__Host-console';
    return `${name}=${token}.${new Secrets(appSecret).sign(`cookie console ${name} ${token}`)}`;
  } finally {
    await database.close();
  }
}

/** Returns the address of a screen, or null if the bench has nothing that it could show. */
function addressOf(path: string, { coupons, sessions }: Data): string | null {
  const things: Record<string, string | undefined> = { campaign: coupons[0], session: sessions[0] };
  const parts = path.split('/').map((part) => (part.startsWith(':') ? things[part.slice(1)] : part));
  return parts.includes(undefined) ? null : consolePath + parts.join('/');
}

async function measure({ port }: ServerProcess, address: string, cookie: string): Promise<Omit<Result, 'path'>> {
  const times: number[] = [];
  let size = 0;
  for (let view = -warmUps; view < views; view += 1) {
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
      redirect: 'manual',
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${address}: ${response.status} ${text.slice(0, 500)}`);
    size = text.length;
    if (view >= 0) times.push(performance.now() - began);
  }
  return { times: times.sort((one, other) => one - other), size };
}
