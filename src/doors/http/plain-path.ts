import type { RequestHandler } from 'express';

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
