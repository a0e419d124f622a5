import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addAccount } from '../../accounts/account/account.ts';
import { addEmails } from '../../accounts/account/email-balance.ts';
import { issueApiKey } from '../../accounts/api-key/api-key.ts';
import { scopes } from '../../api/scope.ts';
import { isThisMachine } from '../../http/this-machine.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { generatePassword, hashPassword } from '../../kernel/security/passwords.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { asOf, daysAgo, now } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { connectOutbox } from '../../messaging/integration/integration.ts';
import { newId } from '../../vocabulary/ids.ts';
import type { Env } from '../process/env.ts';
import { openBakery } from './bakery.ts';
import { openCityGuide } from './city-guide.ts';
import { openEndpoints } from './endpoints.ts';
import { openLoyalty } from './loyalty-program.ts';
import { openGroups } from './newsletter.ts';
import { timezone } from './year/calendar.ts';
import { queueYear } from './year/year-making.ts';

const keyFile = 'demo-key.json';

export interface DemoKey {
  id: string;
  secret: string;
  /** An example session, and its coupon. */
  session: string;
  coupon: string;
  publicPage: string;
  /** Ids of other objects for the examples of the REST reference. */
  ids: string[];
  /** A directory, and a member with paid access to it. */
  guide: { code: string; email: string; password: string };
}

/**
 * Returns the key of the demo, or null without a demo. A demo begins by itself only on a new database, and only if the
 * service cannot be reached from other machines, because its pages and its log show a key with every scope.
 */
export async function demoOf(
  database: Database,
  env: Env,
  { isNew, secrets }: { isNew: boolean; secrets: Secrets },
): Promise<DemoKey | null> {
  const wanted = env.DEMO ?? (isThisMachine(env.HOST) && isLocal(env.PUBLIC_URL) ? 'if new' : 'off');
  if (wanted === 'on' || (wanted === 'if new' && isNew)) return openDemo(database, env.DATA_DIR, secrets);
  return wanted === 'off' ? null : keptDemoKey(env.DATA_DIR);
}

export function isLocal(publicUrl: string | undefined): boolean {
  return publicUrl === undefined || isThisMachine(new URL(publicUrl).hostname);
}

/** Returns the key of the demo account. Creates the account and the key if they do not exist. */
export async function openDemo(database: Database, directory: string, secrets: Secrets): Promise<DemoKey> {
  const kept = await keptDemoKey(directory);
  if (kept) return kept;
  const id = newId('apiKey');
  const secret = randomCode(24);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const example = await database.transaction((transaction) =>
    openAccount(transaction, secrets, { id, secret, password, passwordHash }),
  );
  const key = { id, secret, ...example };
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, keyFile), JSON.stringify(key), { mode: 0o600 });
  return key;
}

/** Days before now at which the demo begins: before the first day of its year. */
const beginsDaysAgo = 367;

interface Entrance {
  id: string;
  secret: string;
  password: string;
  passwordHash: string;
}

/** Creates the account as it was a year ago, and queues what has happened since. */
async function openAccount(
  transaction: Transaction,
  secrets: Secrets,
  { id, secret, password, passwordHash }: Entrance,
): Promise<Omit<DemoKey, 'id' | 'secret'>> {
  const until = now();
  const { account, loyalty, bakery, guide, groups } = await asOf(daysAgo(beginsDaysAgo), async () => {
    const settings = { name: 'Demo Bakery', domain: 'bakery.example', timezone };
    const account = await addAccount(transaction, settings);
    await addEmails(transaction, account.id, 500);
    await issueApiKey(transaction, { accountId: account.id, name: 'Demo', scopes, id, secret });
    const loyalty = await openLoyalty(transaction, account, id);
    const bakery = await openBakery(transaction, account, { office: id, until });
    const folder = bakery.folders['City Guide'] ?? null;
    const guide = await openCityGuide(transaction, account, { office: id, passwordHash, folder });
    return { account, loyalty, bakery, guide, groups: await openGroups(transaction, account) };
  });
  await connectOutbox(transaction, secrets, account.id);
  const { session, publicPage, campaigns } = bakery;
  await queueYear(transaction, {
    ...{ ...bakery, account: account.id, office: id, until, cards: loyalty.cards, group: groups[0] ?? '' },
    ...{ directory: guide.id, offers: guide.offers, endpoints: await openEndpoints(transaction, secrets, account.id) },
  });
  return {
    ...{ session, publicPage, coupon: campaigns[0] ?? '' },
    ids: [loyalty.cards[0] ?? '', loyalty.member, guide.id, guide.member.id, ...guide.categories, ...groups],
    guide: { code: guide.code, email: guide.member.email, password },
  };
}

/** Returns the key that an earlier start stored, or null if there is none. */
async function keptDemoKey(directory: string): Promise<DemoKey | null> {
  const kept = await readFile(path.join(directory, keyFile), 'utf8').catch(() => null);
  return kept ? (JSON.parse(kept) as DemoKey) : null;
}

export function demoCurl(publicUrl: string, { id, secret, session }: DemoKey): string {
  return `curl -s ${publicUrl}/v3/couponsession/data -H 'X-Client-Id: ${id}' -H 'X-Client-Secret: ${secret}' -d couponsession=${session}`;
}
