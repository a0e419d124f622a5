import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { apiKeys } from '../../accounts/api-key/api-key.ts';
import type { Services } from '../../api/context.ts';
import { isThisMachine } from '../../http/this-machine.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { issueEntry } from '../../people/entrance/demo-entry.ts';
import type { Env } from '../process/env.ts';
import { type DemoKey, openAccount } from './opening.ts';

const keyFile = 'demo-key.json';

/**
 * Returns the demo, or null if there is none. A demo starts by itself only on a new database that no other machine can
 * reach, because its pages and log show a key with every scope.
 */
export async function demoOf(services: Services, env: Env, isNew: boolean): Promise<DemoKey | null> {
  const wanted = env.DEMO ?? (isThisMachine(env.HOST) && isLocal(env.PUBLIC_URL) ? 'if new' : 'off');
  if (wanted === 'off') return null;
  const kept = await keptDemoKey(env.DATA_DIR);
  const isToOpen = wanted === 'on' || isNew || kept === null;
  return isToOpen ? openDemo(services, env.DATA_DIR) : (kept ?? null);
}

export function isLocal(publicUrl: string | undefined): boolean {
  return publicUrl === undefined || isThisMachine(new URL(publicUrl).hostname);
}

export async function openDemo(services: Services, directory: string): Promise<DemoKey> {
  const kept = await keptDemoKey(directory);
  if (kept) return kept;
  await mkdir(directory, { recursive: true });
  const file = path.join(directory, keyFile);
  // If the process ends before the demo is open, the next start opens another one.
  await writeFile(file, 'null', { mode: 0o600 });
  const key = await openAccount(services);
  await writeFile(file, JSON.stringify(key));
  return key;
}

/** Returns the key of the demo. Undefined means that there is no demo, and null that its opening was interrupted. */
async function keptDemoKey(directory: string): Promise<DemoKey | null | undefined> {
  const kept = await readFile(path.join(directory, keyFile), 'utf8').catch(() => undefined);
  return kept === undefined ? undefined : (JSON.parse(kept) as DemoKey | null);
}

export function demoCurl(publicUrl: string, { id, secret, session }: DemoKey): string {
  return `curl -s ${publicUrl}/v3/couponsession/data -H 'X-Client-Id: ${id}' -H 'X-Client-Secret: ${secret}' -d couponsession=${session}`;
}

/** Returns a one-time sign-in for the demo owner, or null if the demo is in another database. */
export async function ownerEntry(database: Database, demo: { id: string }): Promise<string | null> {
  const key = await findRow(database, apiKeys, { id: demo.id });
  return key && issueEntry(database, key.accountId, 'owner@bakery.example');
}
