import type { LoyaltyCard } from '../loyalty/card/card.ts';
import { loyaltyCardPath } from '../vocabulary/links.ts';
import type { Loader } from './loader.ts';
import { flag } from './wire-values.ts';

export function loyaltyCardV4(card: LoyaltyCard, { publicUrl }: Pick<Loader, 'publicUrl'>) {
  return {
    id: card.id,
    code: card.code,
    name: card.name,
    domain: card.domain,
    type: card.type.toLowerCase(),
    active: card.deactivatedAt === null,
    stamps_required: card.stampsRequired,
    url: publicUrl + loyaltyCardPath(card.code),
  };
}

export function loyaltyInfo(card: LoyaltyCard, loader: Loader) {
  const { id, code, name, domain, type, active, url } = loyaltyCardV4(card, loader);
  return { ID: id, code, name, domain: domain ?? '', type, active: flag(active), url };
}
