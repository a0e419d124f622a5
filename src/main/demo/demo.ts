import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addAccount } from '../../accounts/account/account.ts';
import { addEmails } from '../../accounts/account/email-balance.ts';
import { issueApiKey } from '../../accounts/api-key/api-key.ts';
import { isThisMachine } from '../../doors/http/this-machine.ts';
import { scopes } from '../../kernel/api/scope.ts';
import type { Database } from '../../kernel/database/database.ts';
import { generatePassword, hashPassword } from '../../kernel/security/passwords.ts';
import { newId, randomCode } from '../../kernel/values/ids.ts';
import type { Env } from '../process/env.ts';
import { fillBakery } from './bakery.ts';
import { fillCityGuide } from './city-guide.ts';
import { fillLoyalty } from './loyalty-program.ts';
import { fillGroups } from './newsletter.ts';

const keyFile = 'demo-key.json';

export interface DemoKey {
  id: string;
  secret: string;
  /** An example session, and its coupon. */
  session: string;
  coupon: string;
  /** Ids of other objects for the examples of the REST reference. Absent in demos of earlier versions. */
  ids?: string[];
  /** A directory, and a member with paid access to it. Absent in demos of earlier versions. */
  guide?: { code: string; email: string; password: string };
}

/**
 * Returns the key of the demo, or null without a demo. A demo begins by itself only on a new database, and only if the
 * service cannot be reached from other machines, because its pages and its log show a key with every scope.
 */
export async function demoOf(database: Database, env: Env, isNew: boolean): Promise<DemoKey | null> {
  const wanted = env.DEMO ?? (isThisMachine(env.HOST) && isLocal(env.PUBLIC_URL) ? 'if new' : 'off');
  if (wanted === 'on' || (wanted === 'if new' && isNew)) return openDemo(database, env.DATA_DIR);
  return wanted === 'off' ? null : keptDemoKey(env.DATA_DIR);
}

/** Returns whether a public address, if there is one, leads only to this machine. */
export function isLocal(publicUrl: string | undefined): boolean {
  return publicUrl === undefined || isThisMachine(new URL(publicUrl).hostname);
}

/** Returns the key of the demo account. Creates the account and the key if they do not exist. */
export async function openDemo(database: Database, directory: string): Promise<DemoKey> {
  const kept = await keptDemoKey(directory);
  if (kept) return kept;
  const id = newId('apiKey');
  const secret = randomCode(24);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const example = await database.transaction(async (transaction) => {
    const account = await addAccount(transaction, {
      name: 'Demo Bakery',
      domain: 'bakery.example',
      timezone: 'Europe/Berlin',
    });
    await addEmails(transaction, account.id, 500);
    await issueApiKey(transaction, { accountId: account.id, name: 'Demo', scopes, id, secret });
    const loyaltyIds = await fillLoyalty(transaction, account);
    const { ids, ...guide } = await fillCityGuide(transaction, account, passwordHash);
    const bakery = await fillBakery(transaction, account);
    const groupIds = await fillGroups(transaction, account);
    return { ...bakery, ids: [...loyaltyIds, ...ids, ...groupIds], guide: { ...guide, password } };
  });
  const key = { id, secret, ...example };
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, keyFile), JSON.stringify(key), { mode: 0o600 });
  return key;
}

/** Returns the key that an earlier start stored, or null if there is none. */
async function keptDemoKey(directory: string): Promise<DemoKey | null> {
  const kept = await readFile(path.join(directory, keyFile), 'utf8').catch(() => null);
  return kept ? (JSON.parse(kept) as DemoKey) : null;
}

export function demoCurl(publicUrl: string, { id, secret, session }: DemoKey): string {
  return `curl -s ${publicUrl}/v3/couponsession/data -H 'X-Client-Id: ${id}' -H 'X-Client-Secret: ${secret}' -d couponsession=${session}`;
}
