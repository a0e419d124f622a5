import { Router } from 'express';
import { hashOf, sendAssetOf } from '../bundles/asset.ts';
import { hideFromSearch, protect } from '../pages/public/site.tsx';
import { tillPath } from '../vocabulary/links.ts';
import { decoderProgram, sendDecoderProgram, tillAssetPath, tillAssets } from './till-assets.ts';
import { manifest, manifestPath, shellOf, tillIcon, tillIconPath, workerPath } from './till-shell.tsx';

/** The policy: only this page may run WebAssembly, for the decoder. Pictures of campaigns can have any address. */
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
    // The page is above the folder of the worker.
    response
      .set('Service-Worker-Allowed', tillPath)
      .type('js')
      .send(await workerText());
  });
  return router;
}

/** The service worker contains the list of its files, so a new file also gives browsers a new worker. */
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
