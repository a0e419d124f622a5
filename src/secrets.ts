import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from './env.ts';

/** Encrypts what is stored and must be read again, with AES-256-GCM, and signs addresses; both under `APP_SECRET`. */
export class Secrets {
  readonly #key: Buffer;
  /** Tells under which secret a text was encrypted. */
  readonly #keyId: string;

  constructor(appSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', appSecret, '', 'stored secrets', 32));
    this.#keyId = createHash('sha256').update(this.#key).digest('hex').slice(0, 8);
  }

  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [
      this.#keyId,
      nonce.toString('base64url'),
      cipher.getAuthTag().toString('base64url'),
      sealed.toString('base64url'),
    ].join('.');
  }

  /** A signature that only this installation can make. */
  sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }

  isSignature(text: string, signature: string): boolean {
    const right = Buffer.from(this.sign(text));
    const given = Buffer.from(signature);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  open(sealed: string): string {
    const [keyId, nonce = '', tag = '', data = ''] = sealed.split('.');
    if (keyId !== this.#keyId) throw new Error('a stored secret was encrypted under another APP_SECRET');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, Buffer.from(nonce, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
  }
}

/** The secret that encrypts stored credentials: `APP_SECRET`, or on the embedded database one that is kept beside it. */
export async function appSecretOf({ APP_SECRET, DATA_DIR }: Pick<Env, 'APP_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (APP_SECRET) return APP_SECRET;
  const file = path.join(DATA_DIR, 'secret');
  await mkdir(DATA_DIR, { recursive: true });
  await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(
    (error: { code?: string }) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(file, 'utf8');
}
