import type { IncomingMessage } from 'node:http';

/** Returns whether nobody has opened the link: a browser prepares for it, or a program looks whether it exists. */
export function isPrefetch({ method, headers }: IncomingMessage): boolean {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz']].join(' ');
  return method === 'HEAD' || /prefetch/.test(purpose);
}
