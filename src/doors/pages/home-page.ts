import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';

const style = `
body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 12vh auto; padding: 0 1.5rem; color: #222; background: #fff }
h1 { font-size: 1.6rem }
dt { font-weight: 600; margin-top: 1.2rem }
dd { margin: 0; color: #555 }
a { color: #0b5cad }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #16181d }
  dd { color: #aaa }
  a { color: #7ab8ff }
}
`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Campaign service</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>Campaign service</h1>
<p>Marketing campaigns through GraphQL and REST: coupons and their redemption, loyalty cards, directories with members,
contacts, sending by email and SMS, and webhooks.</p>
<dl>
<dt><a href="/graphql">GraphiQL</a></dt>
<dd>Browse the GraphQL schema and run queries.</dd>
<dt><a href="/docs">REST reference</a></dt>
<dd>Read about the REST paths and send requests to them.</dd>
<dt><a href="/openapi.json">OpenAPI document</a></dt>
<dd>The description of the REST paths in a format for programs.</dd>
<dt><a href="/outbox">Outbox</a></dt>
<dd>Messages that the service captured instead of sending. Sign in with an API key.</dd>
<dt><a href="/readyz">Readiness</a></dt>
<dd>Whether the database is reachable and migrated.</dd>
</dl>
</body>
</html>
`;

const policy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Sends the page at the root of the service, with links to its interfaces. */
export const homePage: RequestHandler = (_, response) => {
  response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }).type('html').send(page);
};
