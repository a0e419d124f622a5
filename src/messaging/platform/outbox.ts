import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removedAccounts } from '../../accounts/account/removed-account.ts';
import type { Database } from '../../kernel/database/database.ts';
import { processRuntime } from '../../kernel/security/runtime.ts';
import { nowMilliseconds } from '../../kernel/values/instant.ts';
import { foundAmong, personalNoun } from '../../personal-data/personal-noun.ts';
import { mentions } from '../../personal-data/sought-person.ts';
import type { IntegrationChannel } from './channel.ts';
import type { Outgoing } from './platform.ts';

export type Captured = Outgoing & { capturedAt: string; integrationChannel: IntegrationChannel };

const namePattern = /^\d{13}-msg_[0-9a-z]{16}$/;
const maxKept = 1000;
const pruneEvery = 100;
/** How many messages have been captured since the last pruning, by account. */
const sincePruning = new Map<string, number>();

/** Writes a message atomically. The names of the files sort by time. */
export async function capture(
  dataDirectory: string,
  integrationChannel: IntegrationChannel,
  message: Outgoing,
): Promise<string> {
  const directory = directoryOf(dataDirectory, message.accountId);
  const at = new Date(nowMilliseconds());
  const name = `${at.getTime()}-${message.id}`;
  const captured: Captured = { ...message, capturedAt: at.toISOString(), integrationChannel };
  await mkdir(directory, { recursive: true });
  const draft = path.join(directory, `.${name}`);
  await writeFile(draft, JSON.stringify(captured, null, 2), { mode: 0o600 });
  await rename(draft, path.join(directory, `${name}.json`));
  const count = (sincePruning.get(message.accountId) ?? 0) + 1;
  sincePruning.set(message.accountId, count);
  if (count >= pruneEvery) await prune(dataDirectory, message.accountId);
  return name;
}

export async function listCaptured(dataDirectory: string, accountId: string): Promise<string[]> {
  const files = await readdir(directoryOf(dataDirectory, accountId)).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = files.flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
  return names
    .filter((name) => namePattern.test(name))
    .sort()
    .reverse();
}

export async function readCaptured(dataDirectory: string, accountId: string, name: string): Promise<Captured | null> {
  if (!namePattern.test(name)) return null;
  const file = path.join(directoryOf(dataDirectory, accountId), `${name}.json`);
  const text = await readFile(file, 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Captured);
}

async function removeOutbox(dataDirectory: string, accountId: string): Promise<boolean> {
  const directory = directoryOf(dataDirectory, accountId);
  const exists = await access(directory).then(
    () => true,
    () => false,
  );
  if (exists) await rm(directory, { recursive: true, force: true });
  return exists;
}

async function prune(dataDirectory: string, accountId: string): Promise<void> {
  sincePruning.delete(accountId);
  await removeCaptured(dataDirectory, accountId, (await listCaptured(dataDirectory, accountId)).slice(maxKept));
}

export async function removeCaptured(
  dataDirectory: string,
  accountId: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await rm(path.join(directoryOf(dataDirectory, accountId), `${name}.json`), { force: true });
}

export async function listAccounts(dataDirectory: string): Promise<string[]> {
  return readdir(path.join(dataDirectory, 'outbox')).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

export function messageIdOf(name: string): string {
  return name.slice(name.indexOf('-') + 1);
}

function directoryOf(dataDirectory: string, accountId: string): string {
  return path.join(dataDirectory, 'outbox', accountId);
}

/**
 * Removes the files of removed accounts. Each process may have a directory of its own, so each process does this.
 * Returns the number of accounts.
 */
export async function pruneOutbox(database: Database, dataDirectory: string): Promise<number> {
  let pruned = 0;
  for (const accountId of await removedAccounts(database))
    if (await removeOutbox(dataDirectory, accountId)) pruned += 1;
  return pruned;
}

type CapturedFile = Captured & { name: string };

const filesAtOnce = 50;

/** Erases the files of this process. Other processes remove theirs later, because the messages then have no address. */
export const personalCaptures = personalNoun<CapturedFile>({
  name: 'capturedMessages',
  next: async (_connection, person, after) => {
    const { dataDirectory } = processRuntime();
    const names = await listCaptured(dataDirectory, person.accountId);
    const examined = names.filter((name) => !after || name < after).slice(0, filesAtOnce);
    const files = await Promise.all(
      examined.map(async (name) => ({ name, message: await readCaptured(dataDirectory, person.accountId, name) })),
    );
    const found = files.flatMap(({ name, message }) =>
      message && mentions(person, JSON.stringify(message)) ? [{ ...message, name }] : [],
    );
    return foundAmong(
      examined.map((name) => ({ name })),
      ({ name }) => name,
      found,
      filesAtOnce,
    );
  },
  erase: (_transaction, { accountId }, files) =>
    removeCaptured(
      processRuntime().dataDirectory,
      accountId,
      files.map(({ name }) => name),
    ),
});
