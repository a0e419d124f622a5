import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import viewer from 'swagger-ui-dist/package.json' with { type: 'json' };
import { isFromThisMachine } from '../http/this-machine.ts';

const viewerDirectory = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')));
const startFile = fileURLToPath(new URL('./docs-start.js', import.meta.url));

/**
 * The policy: everything comes from this origin. The viewer needs inline styles, and its style sheet contains images.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface DemoKey {
  id: string;
  secret: string;
}

/**
 * Serves the page. In a demo, it contains the key of the demo, but only for requests from this machine, because the key
 * has every scope.
 */
export function docsPage(demo: DemoKey | null): Router {
  const router = Router();
  router.get('/docs', (request, response) => {
    const shown = isFromThisMachine(request) ? demo : null;
    response
      .set({ 'Content-Security-Policy': policy, 'Cache-Control': 'private, no-cache' })
      .type('html')
      .send(page(shown));
  });
  router.get('/docs/start.js', (_, response) => {
    response.sendFile(startFile, { dotfiles: 'allow', cacheControl: false, headers: { 'Cache-Control': 'no-cache' } });
  });
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    router.get(`/docs/${viewer.version}/${file}`, (_, response) => {
      response.sendFile(file, { root: viewerDirectory, immutable: true, maxAge: '1 year' });
    });
  }
  return router;
}

const page = (demo: DemoKey | null) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>REST reference · Campaign service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/${viewer.version}/swagger-ui.css">
</head>
<body>
<div id="reference"${demo ? ` data-key-id="${demo.id}" data-key-secret="${demo.secret}"` : ''}></div>
<noscript>This reference needs JavaScript. The same content is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/${viewer.version}/swagger-ui-bundle.js"></script>
<script type="module" src="/docs/start.js"></script>
</body>
</html>
`;
