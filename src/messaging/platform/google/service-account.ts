import { createPrivateKey, type KeyObject, sign } from 'node:crypto';

export interface ServiceAccount {
  email: string;
  privateKey: string;
  keyId: string | null;
  /** The address that exchanges assertions for access tokens. It comes from the customer. */
  tokenUri: string;
}

export interface GoogleSettings extends ServiceAccount {
  issuerId: string;
  /** The origin of the API, without a path. */
  baseUrl: string;
}

const googlesTokenUri = 'https://oauth2.googleapis.com/token';
/** The minimum and maximum lengths of keys, in bits. Longer keys make signatures slow. */
const [minBits, maxBits] = [2048, 4096];

/** Reads a key file. Throws an error with a readable reason. */
export function readServiceAccount(json: string): ServiceAccount {
  const { type, client_email, private_key, private_key_id, token_uri = googlesTokenUri } = fieldsOf(json);
  if (type !== 'service_account') throw new Error('is not the JSON file of a service account');
  if (typeof client_email !== 'string' || !/^[^\s@]{1,200}@[^\s@]{1,200}$/.test(client_email))
    throw new Error('contains no client_email');
  if (typeof private_key !== 'string' || !isRsaKey(private_key))
    throw new Error('contains no RSA private_key of 2,048 to 4,096 bits');
  if (typeof token_uri !== 'string' || !URL.canParse(token_uri)) throw new Error('contains no valid token_uri');
  const keyId = typeof private_key_id === 'string' && /^[\w-]{1,100}$/.test(private_key_id) ? private_key_id : null;
  return { email: client_email, privateKey: private_key, keyId, tokenUri: token_uri };
}

/** Returns a JSON Web Token (RS256). */
export function signedToken({ privateKey, keyId }: ServiceAccount, claims: object): string {
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId && { kid: keyId }) };
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

function fieldsOf(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json)) as Record<string, unknown>;
  } catch {
    throw new Error('is not JSON');
  }
}

function isRsaKey(pem: string): boolean {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return false;
  }
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  return key.asymmetricKeyType === 'rsa' && modulusLength >= minBits && modulusLength <= maxBits;
}
