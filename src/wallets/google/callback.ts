import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import { jsonObjectIn } from '../../kernel/values/json-object.ts';

const googlesKeys = 'https://pay.google.com/gp/m/issuer/keys';
const keptMilliseconds = 24 * 3600 * 1000;
/** The minimum time between two fetches. It is limited because callbacks are public. */
const restMilliseconds = 60_000;

interface Listed {
  keyValue?: unknown;
  keyExpiration?: unknown;
  protocolVersion?: unknown;
}

export class RootKeys {
  readonly #outbound: Outbound;
  readonly #address: string;
  #keys: readonly RootKey[] = [];
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #fetching: Promise<void> | null = null;

  constructor(outbound: Outbound, address = googlesKeys) {
    this.#outbound = outbound;
    this.#address = address;
  }

  /** Calls `verify`. If it returns null, calls it again with new keys, because Google may have changed them. */
  async verifiedBy<Verified>(verify: (keys: readonly RootKey[]) => Verified | null): Promise<Verified | null> {
    if (Date.now() - this.#fetchedAt > keptMilliseconds) await this.#refresh();
    const verified = verify(this.#keys);
    if (verified !== null || !(await this.#refresh())) return verified;
    return verify(this.#keys);
  }

  /** Fetches the keys, and returns whether they are new. After a failure, the known keys stay. */
  async #refresh(): Promise<boolean> {
    const before = this.#fetchedAt;
    if (!this.#fetching && Date.now() - this.#triedAt > restMilliseconds) {
      this.#triedAt = Date.now();
      this.#fetching = this.#fetch().finally(() => {
        this.#fetching = null;
      });
    }
    await this.#fetching?.catch(() => undefined);
    return this.#fetchedAt !== before;
  }

  async #fetch(): Promise<void> {
    const { status, body } = await this.#outbound.get(this.#address, { accept: 'application/json' });
    if (status !== 200) return;
    const { keys } = JSON.parse(body) as { keys?: Listed[] };
    this.#keys = (keys ?? []).flatMap(keyOf);
    this.#fetchedAt = Date.now();
  }
}

function keyOf({ keyValue, keyExpiration, protocolVersion }: Listed): RootKey[] {
  const key = protocolVersion === 'ECv2SigningOnly' ? publicKey(String(keyValue)) : null;
  const expiresAt = new Date(Number(keyExpiration));
  return key && !Number.isNaN(expiresAt.getTime()) ? [{ key, expiresAt }] : [];
}

export interface SavedOrRemoved {
  classId: string;
  objectId: string;
  eventType: 'save' | 'del';
  /** When the report expires. Of two reports, the one that expires later is the newer one. */
  expiresAt: Date;
  nonce: string;
}

export interface RootKey {
  key: KeyObject;
  expiresAt: Date;
}

const sender = 'GooglePayPasses';
const protocol = 'ECv2SigningOnly';
const maxSignatures = 10;

/**
 * Verifies a callback as Google Pay defines it: a root key signs a key, and this key signs the message. Returns null if
 * it is invalid. Callers must refuse a nonce that has been used.
 */
export function verifyCallback(
  body: unknown,
  issuerId: string,
  rootKeys: readonly RootKey[],
  at = new Date(),
): SavedOrRemoved | null {
  const { signature, intermediateSigningKey, protocolVersion, signedMessage } = fieldsOf(body);
  const { signedKey, signatures } = fieldsOf(intermediateSigningKey);
  if (protocolVersion !== protocol || ![signature, signedKey, signedMessage].every(isText)) return null;
  const ofKey = signedBytes(sender, protocol, String(signedKey));
  const given = Array.isArray(signatures) ? signatures.slice(0, maxSignatures).map(String) : [];
  const isGoogles = rootKeys.some(
    ({ key, expiresAt }) => expiresAt > at && given.some((one) => isSigned(ofKey, key, one)),
  );
  const key = isGoogles ? validKey(String(signedKey), at) : null;
  const ofMessage = signedBytes(sender, issuerId, protocol, String(signedMessage));
  return key && isSigned(ofMessage, key, String(signature)) ? reportIn(String(signedMessage), at) : null;
}

function validKey(text: string, at: Date): KeyObject | null {
  const { keyValue, keyExpiration } = jsonObjectIn(text);
  return Number(keyExpiration) > at.getTime() ? publicKey(String(keyValue)) : null;
}

function reportIn(text: string, at: Date): SavedOrRemoved | null {
  const { classId, objectId, eventType, expTimeMillis, nonce } = jsonObjectIn(text);
  if (!isText(classId) || !isText(objectId) || !isText(nonce) || !(Number(expTimeMillis) > at.getTime())) return null;
  if (eventType !== 'save' && eventType !== 'del') return null;
  const expiresAt = new Date(Number(expTimeMillis));
  return Number.isNaN(expiresAt.getTime()) ? null : { classId, objectId, eventType, expiresAt, nonce };
}

export function publicKey(base64: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' ? key : null;
  } catch {
    return null;
  }
}

/** Returns the bytes that Google signs: each part, preceded by its length in four bytes. */
function signedBytes(...parts: string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

function isSigned(bytes: Buffer, key: KeyObject, signature: string): boolean {
  return verify('sha256', bytes, key, Buffer.from(signature, 'base64'));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return Object(value) as Record<string, unknown>;
}
