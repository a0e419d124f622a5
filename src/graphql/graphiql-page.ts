import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import type { GraphiQLOptions } from 'graphql-yoga';
import { admitAnonymous } from '../http/anonymous-queue.ts';
import { isFromThisMachine } from '../http/this-machine.ts';

const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const steadyTabs = '<style>.graphiql-tab { transform: none !important }</style>';

/**
 * Serves the page. It is 9 MB in size, so it is loaded at the first request, and browsers cache it. Only this machine
 * gets the key of the demo.
 */
export function graphiqlPage(onThisMachine: GraphiQLOptions, elsewhere: GraphiQLOptions): RequestHandler {
  const made = new Map<GraphiQLOptions, ReturnType<typeof makePage>>();
  return async (request, response, next) => {
    if (request.accepts(['json', 'html']) !== 'html') return next();
    await admitAnonymous(request);
    const options = isFromThisMachine(request) ? onThisMachine : elsewhere;
    const making = made.get(options) ?? makePage(options);
    made.set(options, making);
    const { page, compressed, etag } = await making;
    const accepted = request.acceptsEncodings('gzip');
    response.set({
      'Content-Security-Policy': policy,
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept, Accept-Encoding',
      ETag: etag,
    });
    if (accepted) response.set('Content-Encoding', 'gzip');
    response.type('html').send(accepted ? compressed : page);
  };
}

async function makePage(options: GraphiQLOptions) {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({ endpoint: '/graphql', ...options });
  const page = Buffer.from(html.replace('</head>', `${steadyTabs}</head>`));
  const etag = `W/"${createHash('sha256').update(page).digest('base64url')}"`;
  return { page, compressed: await promisify(gzip)(page), etag };
}
