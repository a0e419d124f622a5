import type { Request, Response } from 'express';
import type { ComponentChild } from 'preact';
import type { Services } from '../../api/context.ts';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { now } from '../../kernel/values/instant.ts';
import { applePassPath, googlePassPath } from '../../vocabulary/links.ts';
import { findGoogleClient } from '../../wallets/google/google-client.ts';
import { findPassSubject, issuePass, type Saveable } from '../../wallets/pass/pass-subject.ts';
import { findCampaign } from '../../wallets/pass/wallet-campaign.ts';
import { passFile, passMediaType } from '../../wallets/pass-file/pass-file.ts';
import { findSigner } from '../../wallets/pass-file/pass-signer.ts';
import { dictionaries } from '../../words/languages.ts';
import { sendNoPage } from '../public/no-page.ts';

/** If the account is connected to Apple Wallet, sends the pass. */
export async function sendApplePass(
  { database, secrets, publicUrl }: Services,
  shown: Saveable,
  request: Request,
  response: Response,
): Promise<void> {
  const { accountId } = 'coupon' in shown ? shown.coupon : shown.card;
  const signer = await findSigner(database, secrets, accountId);
  if (!signer) return sendNoPage(request, response, 'noPass');
  const pass = await issuePass(database, shown, { platform: 'APPLE', issuer: signer.passType });
  const campaign = await findCampaign(database, pass);
  // Read this again: changes made before the pass existed were not recorded for it.
  const subject = await findPassSubject(database, pass);
  if (!subject) return sendNoPage(request, response, 'noPass');
  const file = await passFile({ pass, campaign, subject }, { signer, publicUrl, at: now() });
  response.attachment('pass.pkpass').type(passMediaType).send(file);
}

/** Returns links for the wallets that the account is connected to. */
export async function walletLinks(
  services: Services,
  { accountId, path }: { accountId: string; path: string },
  request: Request,
): Promise<ComponentChild[]> {
  const { database, secrets } = services;
  const { toApple, toGoogle } = dictionaries[pageLanguage(request)].sessionPage;
  const [signer, google] = await Promise.all([
    findSigner(database, secrets, accountId),
    findGoogleClient(database, services, accountId),
  ]);
  const links = [
    ...(signer ? [{ href: applePassPath(path), text: toApple }] : []),
    ...(google ? [{ href: googlePassPath(path), text: toGoogle }] : []),
  ];
  const inOrder = isAppleDevice(request) ? links : links.reverse();
  return inOrder.map(({ href, text }, index) => (
    <p class="wallet">
      <a class={index === 0 ? 'button' : 'button quiet'} href={href}>
        {text}
      </a>
    </p>
  ));
}

function isAppleDevice(request: Request): boolean {
  return /iPhone|iPad|iPod|Macintosh|Watch OS/.test(request.get('User-Agent') ?? '');
}
