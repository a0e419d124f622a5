import { Router } from 'express';
import { hashOf, sendAssetOf } from '../bundles/asset.ts';
import { hideFromSearch, protect } from '../pages/public/site.tsx';
import { tillPath } from '../vocabulary/links.ts';
import { decoderProgram, sendDecoderProgram, tillAssetPath, tillAssets } from './till-assets.ts';
import { manifest, manifestPath, shellOf, tillIcon, tillIconPath, workerPath } from './till-shell.tsx';

/** The policy: only this page may run WebAssembly, for the decoder. Pictures of campaigns may come from anywhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' https:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-cache',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
};

export function tillPages(publicUrl: string): Router {
  const router = Router();
  router.use(tillAssetPath, sendAssetOf(tillAssets), sendDecoderProgram);
  router.use(tillPath, protect(publicUrl), hideFromSearch, (_, response, next) => {
    response.set(headers);
    next();
  });
  router.get(tillPath, async (_, response) => {
    response.type('html').send(await shellOf());
  });
  router.get(manifestPath, (_, response) => {
    response.type('application/manifest+json').send(manifest);
  });
  router.get(tillIconPath, (_, response) => {
    response.type('image/svg+xml').send(tillIcon);
  });
  router.get(workerPath, async (_, response) => {
    // Allows the worker to control the page, which is above its folder.
    response
      .set('Service-Worker-Allowed', tillPath)
      .type('js')
      .send(await workerText());
  });
  return router;
}

/** Returns the service worker, with the list of its files. So when a file changes, browsers get a new worker. */
async function workerText(): Promise<string> {
  const assets = await tillAssets();
  const shell = await shellOf();
  const files = [
    tillPath,
    manifestPath,
    tillIconPath,
    ...['till.css', 'till-page'].map((name) => assets.get(name)?.path),
  ];
  const decoder = [assets.get('zxing-decoder')?.path, (await decoderProgram()).path];
  const text = assets.get('till-worker')?.text ?? '';
  return `self.kept=${JSON.stringify({ version: hashOf(shell, text), files, decoder })};${text}`;
}
