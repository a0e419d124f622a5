import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../../kernel/api/viewer.ts';

/** Returns the credentials of a request in any accepted form (contract, section 2), or null if there are none. */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials | null {
  const pair =
    fromAuthorization(headers.authorization) ??
    pairOf(headers['x-client-id'], headers['x-client-secret']) ??
    pairOf(headers['x-api-key'], headers['x-api-secret']);
  const account = headers['x-account'];
  return pair && { ...pair, ...(typeof account === 'string' && { account }) };
}

/** Returns a pair of id and secret. Half a pair counts as wrong credentials rather than none. */
function pairOf(id: unknown, secret: unknown): Credentials | null {
  if (id === undefined && secret === undefined) return null;
  return { id: text(id), secret: text(secret) };
}

/** Returns the `client_id` and `client_secret` that /v3 also accepts in the body. */
export function credentialsIn(
  body: Record<string, unknown>,
  account: string | string[] | undefined,
): Credentials | null {
  const pair = pairOf(body.client_id, body.client_secret);
  return pair && { ...pair, ...(typeof account === 'string' && { account }) };
}

/**
 * Returns the credentials in the `connectionParams` of a WebSocket, which have the same names as the headers, in any
 * case.
 */
export function credentialsFromParameters(parameters: Record<string, unknown> | undefined): Credentials | null {
  const entries = Object.entries(parameters ?? {}).filter(([, value]) => typeof value === 'string');
  return credentialsOf(Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value as string])));
}

function fromAuthorization(header: string | undefined): Credentials | null {
  if (header === undefined) return null;
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(header.trim()) ?? [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString() : value;
  const colon = pair.indexOf(':');
  return { id: pair.slice(0, Math.max(0, colon)), secret: pair.slice(colon + 1) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
