import { type RequestHandler, Router } from 'express';
import type { Services } from '../api/context.ts';
import { admitFile } from '../http/address-admission.ts';
import { preferredLanguage } from '../http/browser/page-language.ts';
import { addressOf, traceOf } from '../http/request-trace.ts';
import { Problem } from '../kernel/problem.ts';
import { walletPicturePath, walletPreviewPath } from '../vocabulary/links.ts';
import { findPicture } from '../wallets/design/wallet-picture.ts';
import { isPreviewAddress, previewMediaType, previewOfCampaign } from '../wallets/preview/wallet-preview.tsx';
import { passLanguages } from '../words/languages.ts';

export function walletFiles(services: Services): Router {
  const router = Router();
  router.get(walletPicturePath(':picture'), admitFile, sendPicture(services));
  router.get(walletPreviewPath(':campaign', ':signature'), admitFile, sendPreview(services));
  return router;
}

/** Sends an image. It can be cached forever, because its address contains a digest. */
function sendPicture({ database }: Services): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'walletPicture';
    const id = String(request.params.picture);
    const picture = /^[0-9a-f]{32}$/.test(id) ? await findPicture(database, id) : null;
    if (!picture) throw new Problem('UNKNOWN_PATH');
    response
      .set({ 'Cache-Control': 'public, max-age=31536000, immutable' })
      .type('image/jpeg')
      .send(Buffer.from(picture.google, 'base64'));
  };
}

/** The policy for browsers that open the image as a page. */
const policy = "default-src 'none'; img-src data:; style-src 'none'; sandbox";

function sendPreview(services: Services): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'walletPreview';
    const { campaign, signature } = request.params as { campaign: string; signature: string };
    const svg = isPreviewAddress(services, campaign, signature)
      ? await previewOfCampaign(services.database, campaign, {
          language: preferredLanguage(request, passLanguages),
          address: addressOf(request),
        })
      : null;
    if (svg === null) throw new Problem('UNKNOWN_PATH');
    response
      .vary('Accept-Language')
      .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy })
      .set({ 'X-Robots-Tag': 'noindex' })
      .type(previewMediaType)
      .send(svg);
  };
}
