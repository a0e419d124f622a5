import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Unreadable } from './unreadable-request.ts';

/** Makes repeated slashes in the path of a request one, before any route reads it. */
export const joinSlashes: RequestHandler = (request, _response, next) => {
  request.originalUrl = request.url = withSingleSlashes(request.url);
  next();
};

/** Returns an address whose path has no repeated slashes. A proxy may send its origin, too. */
export function withSingleSlashes(url: string): string {
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?]*)?([^?]*)/i, (_, origin: string = '', path: string = '') => {
    return origin + path.replace(/\/{2,}/g, '/');
  });
}

/** Lets no browser guess the type of a response, and refuses a request that names two hosts. */
export const guardRequests: RequestHandler = (request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (hasOneHost(request)) next();
  else throw new Unreadable('The request has more than one Host header.');
};

/** Returns false if a proxy and the service might see different hosts. Node shows only the first. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1;
}

/**
 * Returns whether a page of another origin makes a request with credentials that the browser may have added by itself
 * (Basic). The page does not know the credentials, and the user does not know of the request.
 */
export function borrowsCredentials(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  return /^\s*basic\b/i.test(headers.authorization ?? '') && isFromOtherOrigin(headers, publicUrl);
}

/**
 * Returns whether a page of another origin made the browser send the request. Browsers send `Sec-Fetch-Site` where they
 * consider the address of the service as trustworthy (https and this machine), and `Origin` with every POST and WebSocket.
 * Other programs send neither.
 */
export function isFromOtherOrigin(
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
  publicUrl: string,
): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOwn(origin, host, publicUrl);
}

/**
 * Returns whether a page of the service made the browser send the request, for certain: what cannot be told counts as
 * somebody else's. Cookies of people count only then.
 */
export function isFromOwnPage(
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
  publicUrl: string,
): boolean {
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && isOwn(origin, host, publicUrl);
}

/** A proxy may replace `Host`; a browser in the same network may not use the public address. */
function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  return origin === URL.parse(publicUrl)?.origin || (host !== undefined && URL.parse(origin)?.host === host);
}

const exposedHeaders =
  'ETag, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Total-Count';

/**
 * Lets pages of other origins call the service with credentials that they know. Browsers keep a response to cookies or
 * Basic credentials from a page of an origin that is not named.
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
