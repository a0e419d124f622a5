import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../api/viewer.ts';
import { idPattern } from '../vocabulary/ids.ts';

/** The value of `WWW-Authenticate`. It does not name Basic, because browsers would then ask for a password. */
export const challenge = 'Bearer realm="campaigns"';

/**
 * Returns the credentials of a request in any accepted form (contract, section 2), or null if there are none. What is not
 * a whole pair of ours, such as a foreign `Authorization`, counts only if there is none.
 */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials | null {
  const pairs = pairsOf(headers);
  const pair = pairs.find(isWhole) ?? pairs[0];
  const account = headers['x-account'];
  return pair ? { ...pair, ...(typeof account === 'string' && { account }) } : null;
}

/** Returns whether the headers of a request contain a whole pair of ours, right or wrong. */
export function hasCredentials(headers: IncomingHttpHeaders): boolean {
  return pairsOf(headers).some(isWhole);
}

function pairsOf(headers: IncomingHttpHeaders): Credentials[] {
  return [
    fromAuthorization(headers.authorization),
    pairOf(headers['x-client-id'], headers['x-client-secret']),
    pairOf(headers['x-api-key'], headers['x-api-secret']),
  ].filter((pair) => pair !== null);
}

const keyIds = [idPattern('apiKey'), idPattern('till')];

function isWhole({ id, secret }: Credentials): boolean {
  return keyIds.some((form) => form.test(id)) && secret !== '';
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
  return credentialsOf(headersIn(parameters));
}

/** Returns the account in the `connectionParams` of a WebSocket. */
export function accountInParameters(parameters: Record<string, unknown> | undefined): string | undefined {
  return headersIn(parameters)['x-account'];
}

function headersIn(parameters: Record<string, unknown> | undefined): Record<string, string> {
  const entries = Object.entries(parameters ?? {}).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value as string]));
}

function fromAuthorization(header: string | undefined): Credentials | null {
  if (header === undefined) return null;
  const [, scheme = '', value = ''] = /^(basic|bearer) +(\S+)$/i.exec(header.trim()) ?? [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString() : value;
  const colon = pair.indexOf(':');
  return { id: pair.slice(0, Math.max(0, colon)), secret: pair.slice(colon + 1) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
