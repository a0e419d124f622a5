import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Services } from '../api/context.ts';
import type { Scope } from '../api/scope.ts';
import { type Credentials, requireScope, unauthenticated, type Viewer } from '../api/viewer.ts';
import type { Allowance, Limits } from '../kernel/limits/limits.ts';
import { Problem, TooManyRequests } from '../kernel/problem.ts';
import { yieldToEventLoop } from '../kernel/values/event-loop.ts';
import { idForm, idPattern } from '../vocabulary/ids.ts';
import { signInTokenOf } from './browser/console-cookie.ts';
import { addressOf, traceOf } from './request-trace.ts';

/**
 * Returns null without credentials. Throws `FORBIDDEN` if a page of another origin used credentials that the browser
 * added.
 */
export async function authenticate(request: IncomingMessage, services: Services): Promise<Viewer | null> {
  if (borrowsCredentials(request.headers, services.publicUrl))
    throw new Problem('FORBIDDEN', 'A page of another origin cannot use Basic credentials. Use another form of them.');
  return authenticateAs(credentialsOf(request.headers), request, services);
}

/**
 * Finds the person, but only for requests from our own pages: browsers also add the cookie to requests from other
 * pages.
 */
async function findPerson(request: IncomingMessage, { authenticator, publicUrl, secrets }: Services, account: unknown) {
  const { headers } = request;
  const token = isFromOwnPage(headers, publicUrl) ? signInTokenOf(headers, { secrets, publicUrl }) : null;
  return token === null ? null : authenticator.findSignedIn(token, typeof account === 'string' ? account : undefined);
}

export async function identify(request: IncomingMessage, services: Services): Promise<void> {
  const viewer = authenticate(request, services);
  traceOf(request).identified = viewer;
  await viewer.catch(() => undefined);
}

export function identified(request: IncomingMessage): Promise<Viewer | null> {
  return traceOf(request).identified ?? Promise.resolve(null);
}

/**
 * Authenticates the caller by credentials. Without any, the caller is the signed-in person. Throws `TOO_MANY_REQUESTS`
 * over the limits, or after many wrong credentials.
 */
export async function authenticateAs(
  credentials: Credentials | null,
  request: IncomingMessage,
  services: Services,
  account: unknown = request.headers['x-account'],
): Promise<Viewer | null> {
  const viewer = credentials
    ? await services.authenticator.authenticate(credentials, addressOf(request))
    : await findPerson(request, services, account);
  traceOf(request).viewer = viewer;
  if (viewer) await admit(request, viewer, services.limits);
  return viewer;
}

export async function authorize(request: IncomingMessage, services: Services, scope: Scope): Promise<Viewer> {
  const viewer = await authenticate(request, services);
  requireScope(viewer, scope);
  return viewer;
}

const untilSlotSeconds = 1;

/**
 * Charges a point of the rate and takes a slot. Messages over WebSocket have no response, so `requireSlot` limits them.
 */
export async function admit(request: IncomingMessage, viewer: Viewer, limits: Limits): Promise<void> {
  const { res: response } = request as Partial<Request>;
  const allowance = await limits.rates.take(viewer.account);
  if (allowance && response) sendAllowance(response, allowance);
  if (allowance?.isExceeded) throw new TooManyRequests(allowance.resetSeconds);
  if (!response) return;
  holdSlot(request, requireSlot(viewer, limits));
  await yieldToEventLoop(viewer.account.rootId);
}

export function requireSlot({ account }: Viewer, { requests }: Limits): () => void {
  const leave = requests.enter(account.id);
  if (leave) return leave;
  throw new TooManyRequests(untilSlotSeconds, `The account already has ${requests.max} requests running.`);
}

/** Sends the headers of the IETF draft "RateLimit header fields for HTTP". */
function sendAllowance(response: Response, { quota, windowSeconds, remaining, resetSeconds }: Allowance): void {
  if (response.headersSent) return;
  response.setHeader('RateLimit-Policy', `"account";q=${quota};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"account";r=${remaining};t=${resetSeconds}`);
}

function holdSlot(request: IncomingMessage, leave: () => void): void {
  const trace = traceOf(request);
  if (trace.isClosed) leave();
  else trace.leave = leave;
}

/** Does not offer Basic, because browsers would then ask for a password. */
export const challenge = 'Bearer realm="campaigns"';

interface Pair {
  id: string;
  secret: string;
  /** The headers or fields that contained the pair. */
  names: { id: string; secret: string };
}

type Fields = Record<string, unknown>;

/**
 * Returns null without credentials. Incomplete or foreign ones, such as a foreign `Authorization`, count only if there
 * are no others. Refuses two different pairs, because the caller may mean either account. `body` has the fields of /v3.
 */
export function credentialsOf(headers: IncomingHttpHeaders, body: Fields = {}): Credentials | null {
  const pairs = pairsOf(headers, body);
  const [first] = pairs;
  if (!first) return null;
  const [pair, ...others] = pairs.filter(isWhole);
  const account = headers['x-account'];
  const acting = typeof account === 'string' ? { account } : {};
  if (!pair) {
    // A proxy may have added its own `Authorization`.
    const meant = pairs.find(({ names }) => names !== authorizationNames) ?? first;
    return { ...meant, ...acting, fault: faultOf(meant) };
  }
  const other = others.find(({ id, secret }) => id !== pair.id || secret !== pair.secret);
  return other ? { id: '', secret: '', fault: faultOfTwo(pair, other) } : { ...pair, ...acting };
}

/** Refuses another pair in the body. Call it if the headers contain a whole pair. */
export function requireOnePair(headers: IncomingHttpHeaders, body: Fields): void {
  const { fault } = (body.client_id !== undefined && credentialsOf(headers, body)) || {};
  if (fault) throw unauthenticated(fault);
}

export function hasCredentials(headers: IncomingHttpHeaders): boolean {
  return pairsOf(headers, {}).some(isWhole);
}

function pairsOf(headers: IncomingHttpHeaders, body: Fields): Pair[] {
  return [
    fromAuthorization(headers.authorization),
    pairOf(headers['x-client-id'], headers['x-client-secret'], clientNames),
    pairOf(headers['x-api-key'], headers['x-api-secret'], apiNames),
    pairOf(body.client_id, body.client_secret, bodyNames),
  ].filter((pair) => pair !== null);
}

const authorizationNames = { id: 'Authorization', secret: 'Authorization' };
const clientNames = { id: 'X-Client-Id', secret: 'X-Client-Secret' };
const apiNames = { id: 'x-api-key', secret: 'x-api-secret' };
const bodyNames = { id: 'client_id', secret: 'client_secret' };

const keyIds = [idPattern('apiKey'), idPattern('till')];

function isWhole({ id, secret }: Pair): boolean {
  return keyIds.some((form) => form.test(id)) && secret !== '';
}

function pairOf(id: unknown, secret: unknown, names: Pair['names']): Pair | null {
  if (id === undefined && secret === undefined) return null;
  return { id: text(id), secret: text(secret), names };
}

function faultOf({ id, secret, names }: Pair): string {
  if (names === authorizationNames && !(id && secret))
    return 'Credentials are incomplete: Authorization does not contain an id and a secret, separated by a colon.';
  if (!secret) return `Credentials are incomplete: ${names.secret} is missing or empty.`;
  if (!id) return `Credentials are incomplete: ${names.id} is missing or empty.`;
  return `Credentials are wrong: the id in ${names.id} is not ${idForm('apiKey').replaceAll('`', '')}.`;
}

function faultOfTwo(one: Pair, other: Pair): string {
  return `Credentials are ambiguous: ${one.names.id} and ${other.names.id} carry different pairs. Send only one.`;
}

export function credentialsFromParameters(parameters: Record<string, unknown> | undefined): Credentials | null {
  return credentialsOf(headersIn(parameters));
}

export function accountInParameters(parameters: Record<string, unknown> | undefined): string | undefined {
  return headersIn(parameters)['x-account'];
}

function headersIn(parameters: Record<string, unknown> | undefined): Record<string, string> {
  const entries = Object.entries(parameters ?? {}).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value as string]));
}

function fromAuthorization(header: string | undefined): Pair | null {
  if (header === undefined) return null;
  const [, scheme = '', value = ''] = /^(basic|bearer) +(\S+)$/i.exec(header.trim()) ?? [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString() : value;
  const colon = pair.indexOf(':');
  if (colon === -1) return { id: '', secret: '', names: authorizationNames };
  return { id: pair.slice(0, colon), secret: pair.slice(colon + 1), names: authorizationNames };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether the browser added Basic credentials to a request from a page of another origin. */
export function borrowsCredentials(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  return /^\s*basic\b/i.test(headers.authorization ?? '') && isFromOtherOrigin(headers, publicUrl);
}

/**
 * Looks at `Sec-Fetch-Site`, which only requests over https or from this machine have, and at `Origin`, which every
 * POST and WebSocket has.
 */
export function isFromOtherOrigin(
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
  publicUrl: string,
): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOwn(origin, host, publicUrl);
}

/**
 * Whether a request comes from our own pages. Cookies of people count only for these. Returns false if the origin is
 * unknown.
 */
export function isFromOwnPage(
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
  publicUrl: string,
): boolean {
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && isOwn(origin, host, publicUrl);
}

function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  return origin === URL.parse(publicUrl)?.origin || (host !== undefined && URL.parse(origin)?.host === host);
}

/** Lists the parameters of a REST request that nothing reads, so that callers notice misspelled ones. */
export const ignoredHeader = 'X-Ignored-Parameters';

const exposedHeaders = `ETag, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, ${ignoredHeader}, X-Request-Id, X-Total-Count`;

/**
 * Admits pages that have credentials of their own. No origin is named, so browsers withhold responses to
 * requests with cookies or Basic credentials.
 */
export const allowOtherOrigins: RequestHandler = ({ method, headers }, response, next) => {
  if (headers.origin !== undefined) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
  }
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return next();
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '',
    'Access-Control-Max-Age': '7200',
    Vary: 'Access-Control-Request-Headers',
  });
  response.end();
};
