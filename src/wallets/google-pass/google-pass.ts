import type { Instant } from '../../kernel/values/instant.ts';
import type { GoogleResource } from '../../messaging/platform/google/google-wallet.ts';
import type { GoogleClient } from '../google/google-client.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { CampaignHolder, PassHolder } from '../pass/pass-holder.ts';
import type { GoogleClass, GoogleObject } from './google-content.ts';
import { loyaltyClass, loyaltyObject } from './loyalty-pass.ts';
import { offerClass, offerObject } from './offer-pass.ts';

export function classOf(
  holder: CampaignHolder,
  { issuerId, integration }: Pick<GoogleClient, 'issuerId' | 'integration'>,
  publicUrl: string,
): { resource: GoogleResource; content: GoogleClass } {
  const place = { issuerId, integrationId: integration.id, publicUrl };
  if ('coupon' in holder) {
    const content = offerClass(holder, { ...place, campaignId: holder.coupon.id });
    return { resource: 'offerClass', content };
  }
  return { resource: 'loyaltyClass', content: loyaltyClass(holder, { ...place, campaignId: holder.card.id }) };
}

export function objectOf(
  holder: PassHolder,
  pass: WalletPass,
  at: Instant,
): { resource: GoogleResource; content: GoogleObject } {
  if ('coupon' in holder) return { resource: 'offerObject', content: offerObject(holder, pass, at) };
  return { resource: 'loyaltyObject', content: loyaltyObject(holder, pass, at) };
}
