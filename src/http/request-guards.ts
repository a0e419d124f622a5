import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Unreadable } from './unreadable-request.ts';

export const joinSlashes: RequestHandler = (request, _response, next) => {
  request.originalUrl = request.url = withSingleSlashes(request.url);
  next();
};

/** A proxy may also send its origin. */
export function withSingleSlashes(url: string): string {
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?]*)?([^?]*)/i, (_, origin: string = '', path: string = '') => {
    return origin + path.replace(/\/{2,}/g, '/');
  });
}

/** No content sniffing, and no request with two hosts. */
export const guardRequests: RequestHandler = (request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (hasOneHost(request)) next();
  else throw new Unreadable('The request has more than one Host header.');
};

/** A proxy might see another host than Node, which shows only the first. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1;
}

/** True for Basic credentials that the browser added to a request of another origin's page. */
export function borrowsCredentials(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  return /^\s*basic\b/i.test(headers.authorization ?? '') && isFromOtherOrigin(headers, publicUrl);
}

/** Uses `Sec-Fetch-Site` (only for https and this machine) and `Origin` (every POST and WebSocket). */
export function isFromOtherOrigin(
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
  publicUrl: string,
): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOwn(origin, host, publicUrl);
}

/** False if unknown. Cookies of people count only for our own pages. */
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

/** Names the parameters of a REST request that nothing reads, so that a misspelt one is noticed. */
export const ignoredHeader = 'X-Ignored-Parameters';

const exposedHeaders = `ETag, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, ${ignoredHeader}, X-Request-Id, X-Total-Count`;

/** Allows pages with their own credentials. No origin is named, so browsers withhold responses to cookies and Basic. */
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
