import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Secrets } from '../../kernel/security/secrets.ts';
import type { Env } from './env.ts';

/** Returns the secrets of the environment. If it has none, uses a generated secret, which is stored in `DATA_DIR`. */
export async function secretsOf(env: Pick<Env, 'APP_SECRET' | 'PREVIOUS_APP_SECRETS' | 'DATA_DIR'>): Promise<Secrets> {
  return new Secrets(env.APP_SECRET ?? (await keptSecret(env.DATA_DIR)), env.PREVIOUS_APP_SECRETS);
}

async function keptSecret(directory: string): Promise<string> {
  const file = path.join(directory, 'secret');
  await mkdir(directory, { recursive: true });
  await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(
    (error: { code?: string }) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(file, 'utf8');
}
