import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addAccount } from '../../accounts/account/account.ts';
import { addEmails } from '../../accounts/account/email-balance.ts';
import { apiKeys, issueApiKey } from '../../accounts/api-key/api-key.ts';
import { scopes } from '../../api/scope.ts';
import { isThisMachine } from '../../http/this-machine.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { generatePassword, hashPassword } from '../../kernel/threads/passwords.ts';
import { asOf, daysAgo, now } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { connectOutbox } from '../../messaging/integration/integration.ts';
import { issueEntry } from '../../people/entrance/demo-entry.ts';
import { newId } from '../../vocabulary/ids.ts';
import { addEndpoint } from '../../webhooks/endpoint/endpoint.ts';
import type { Env } from '../process/env.ts';
import { endpoints } from './content.ts';
import { Opening } from './opening.ts';
import { timezone } from './year/calendar.ts';
import { queueYear } from './year/year-making.ts';

const keyFile = 'demo-key.json';

export interface DemoKey {
  id: string;
  secret: string;
  session: string;
  coupon: string;
  publicPage: string;
  ids: string[];
  guide: { code: string; email: string; password: string };
}

/**
 * Null without a demo. It starts by itself only on a new database that no other machine can reach, because its pages
 * and log show a key with every scope.
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

export async function openDemo(database: Database, directory: string, secrets: Secrets): Promise<DemoKey> {
  const kept = await keptDemoKey(directory);
  if (kept) return kept;
  const id = newId('apiKey');
  const secret = randomCode(24);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const { guide, ...example } = await database.transaction((transaction) =>
    openAccount(transaction, secrets, { id, secret, passwordHash }),
  );
  const key = { id, secret, ...example, guide: { ...guide, password } };
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, keyFile), JSON.stringify(key), { mode: 0o600 });
  return key;
}

/** Before the first day of its year. */
const beginsDaysAgo = 367;

async function openAccount(
  transaction: Transaction,
  secrets: Secrets,
  { id, secret, passwordHash }: { id: string; secret: string; passwordHash: string },
) {
  const until = now();
  const { account, cards, bakery, guide, groups } = await asOf(daysAgo(beginsDaysAgo), async () => {
    const account = await addAccount(transaction, { name: 'Demo Bakery', domain: 'bakery.example', timezone });
    await addEmails(transaction, account.id, 500);
    await issueApiKey(transaction, { accountId: account.id, name: 'Demo', scopes, id, secret });
    const opening = new Opening(transaction, account, id);
    const cards = await opening.openCards();
    const folders = await opening.openFolders();
    const bakery = { folders, ...(await opening.openCampaigns(folders, until)), ...(await opening.openShops()) };
    const guide = await opening.openGuide(folders['City Guide'], passwordHash);
    return { account, cards, bakery, guide, groups: await opening.openGroups() };
  });
  await connectOutbox(transaction, secrets, account.id);
  const { session, publicPage, ...begun } = bakery;
  const [{ endpoint: failing }, { endpoint: healthy }] = [
    await addEndpoint(transaction, secrets, account.id, endpoints.failing),
    await addEndpoint(transaction, secrets, account.id, endpoints.healthy),
  ];
  await queueYear(transaction, {
    ...{ ...begun, account: account.id, office: id, until, cards: cards.cards, group: groups[0] ?? '' },
    ...{ directory: guide.id, offers: guide.offers, endpoints: { failing: failing.id, healthy: healthy.id } },
  });
  return {
    ...{ session, publicPage, coupon: bakery.campaigns[0] ?? '' },
    ids: [cards.cards[0] ?? '', cards.member, guide.id, guide.member.id, ...guide.categories, ...groups],
    guide: { code: guide.code, email: guide.member.email },
  };
}

async function keptDemoKey(directory: string): Promise<DemoKey | null> {
  const kept = await readFile(path.join(directory, keyFile), 'utf8').catch(() => null);
  return kept ? (JSON.parse(kept) as DemoKey) : null;
}

export function demoCurl(publicUrl: string, { id, secret, session }: DemoKey): string {
  return `curl -s ${publicUrl}/v3/couponsession/data -H 'X-Client-Id: ${id}' -H 'X-Client-Secret: ${secret}' -d couponsession=${session}`;
}

const demoOwner = 'owner@bakery.example';

/** A one-time sign-in for the demo owner. Null if the demo is in another database. */
export async function ownerEntry(database: Database, demo: { id: string }): Promise<string | null> {
  const key = await findRow(database, apiKeys, { id: demo.id });
  return key && issueEntry(database, key.accountId, demoOwner);
}
