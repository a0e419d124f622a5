import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Secrets } from '../../kernel/security/secrets.ts';
import type { Env } from './env.ts';
import { StartFailure } from './process.ts';

/** The minimum length. A shorter secret can be guessed, and a full disk leaves an empty file. */
const fewestCharacters = 32;

/** Returns the secrets. If none is configured, generates one and stores it in `DATA_DIR`. */
export async function secretsOf(env: Pick<Env, 'APP_SECRET' | 'PREVIOUS_APP_SECRETS' | 'DATA_DIR'>): Promise<Secrets> {
  return new Secrets(env.APP_SECRET ?? (await keptSecret(env.DATA_DIR)), env.PREVIOUS_APP_SECRETS);
}

async function keptSecret(directory: string): Promise<string> {
  const file = path.join(directory, 'secret');
  const secret = (await contentOf(file)) ?? (await createSecret(directory, file));
  if (secret.trim().length >= fewestCharacters) return secret;
  throw new StartFailure(
    `DATA_DIR contains a damaged secret: ${file} has fewer than ${fewestCharacters} characters. Restore the file from a backup. If you delete it, the service generates another secret, which cannot decrypt what is stored.`,
  );
}

function contentOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}

/**
 * Creates the file. It appears only when it is complete and on disk. Unlike a rename, a link fails if another process
 * was first.
 */
async function createSecret(directory: string, file: string): Promise<string> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await mkdir(directory, { recursive: true });
    await writeThrough(unfinished, randomBytes(32).toString('hex'));
    await link(unfinished, file).catch((error: { code?: string }) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await syncDirectory(directory);
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartFailure(`Cannot store a secret in DATA_DIR: ${(error as Error).message}`);
  } finally {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

async function writeThrough(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a directory to disk. Windows does so by itself, and cannot open a directory. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}
