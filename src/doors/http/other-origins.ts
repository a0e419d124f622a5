import type { IncomingHttpHeaders } from 'node:http';

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
  if (origin === undefined) return false;
  // A proxy may replace `Host`; a browser in the same network may not use the public address.
  return origin !== URL.parse(publicUrl)?.origin && URL.parse(origin)?.host !== host;
}
