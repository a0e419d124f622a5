import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

interface Key {
  id: string;
  bytes: Buffer;
}

/** Encrypts and signs with `APP_SECRET`. A previous one still decrypts and verifies. */
export class Secrets {
  readonly #current: Key;
  readonly #known: readonly Key[];

  constructor(appSecret: string, previous: readonly string[] = []) {
    this.#current = keyOf(appSecret);
    this.#known = [this.#current, ...previous.map(keyOf)];
  }

  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#current.bytes, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [
      this.#current.id,
      nonce.toString('base64url'),
      cipher.getAuthTag().toString('base64url'),
      sealed.toString('base64url'),
    ].join('.');
  }

  open(sealed: string): string {
    const [keyId, nonce = '', tag = '', data = ''] = sealed.split('.');
    const key = this.#known.find(({ id }) => id === keyId);
    if (!key) throw new Error('a stored secret was encrypted under another APP_SECRET');
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
  }

  get currentPrefix(): string {
    return `${this.#current.id}.`;
  }

  get previousPrefixes(): string[] {
    const ids = new Set(this.#known.map(({ id }) => id));
    ids.delete(this.#current.id);
    return [...ids].map((id) => `${id}.`);
  }

  sign(text: string): string {
    return signed(this.#current, text);
  }

  isSignature(text: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return this.#known.some((key) => {
      const right = Buffer.from(signed(key, text));
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }
}

function keyOf(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'stored secrets', 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

function signed({ bytes }: Key, text: string): string {
  return createHmac('sha256', bytes).update(text).digest('base64url');
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a secret. Secrets are long and random, so a fast hash is safe. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
