import type { IncomingMessage } from 'node:http';
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
