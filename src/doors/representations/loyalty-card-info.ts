import type { LoyaltyCard } from '../../loyalty/card/card.ts';
import { flag } from './wire-values.ts';

/** The source of a card's representation: the card as GraphQL returns it, or as an event holds it. */
export interface ShownCard extends Pick<LoyaltyCard, 'id' | 'code' | 'name' | 'domain' | 'type' | 'stampsRequired'> {
  active: boolean;
  url: string;
}

/** Returns a loyalty card as on /v4. */
export function loyaltyCardV4(card: ShownCard) {
  return {
    id: card.id,
    code: card.code,
    name: card.name,
    domain: card.domain,
    type: card.type.toLowerCase(),
    active: card.active,
    stamps_required: card.stampsRequired,
    url: card.url,
  };
}

/** Returns `loyalty_info`. */
export function loyaltyInfo(card: ShownCard) {
  const { id, code, name, domain, type, active, url } = loyaltyCardV4(card);
  return { ID: id, code, name, domain: domain ?? '', type, active: flag(active), url };
}
