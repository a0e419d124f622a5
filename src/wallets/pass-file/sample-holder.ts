import type { Account } from '../../accounts/account/account.ts';
import { absent } from '../../kernel/database/columns.ts';
import { now } from '../../kernel/values/instant.ts';
import { loyaltyPersons } from '../../loyalty/person/person.ts';
import { couponSessions } from '../../sessions/session/session.ts';
import type { DesignCampaign } from '../design/design-campaign.ts';
import type { ShownDesign } from '../design/shown-design.ts';
import type { CardHolder, CouponHolder, PassHolder } from '../pass/pass-holder.ts';

export function sampleHolder(account: Account, campaign: DesignCampaign, design: ShownDesign): PassHolder {
  return 'coupon' in campaign
    ? sampleOfCoupon({ account, coupon: campaign.coupon, design })
    : sampleOfCard({ account, card: campaign.card, design });
}

function sampleOfCoupon(holder: Omit<CouponHolder, 'session'>): CouponHolder {
  const { id: couponId, accountId, code: couponCode, value, expiresAt } = holder.coupon;
  const names = { sequence: 0, session: 'sample000000000000000', accountId, couponId, couponCode };
  return { ...holder, session: { ...absent(couponSessions), ...names, value, expiresAt, createdAt: now() } };
}

function sampleOfCard(holder: Omit<CardHolder, 'user'>): CardHolder {
  const { id: cardId, accountId, code: cardCode, medium: cardMedium, stampsRequired } = holder.card;
  const names = { id: 'usr_sample0000000000', number: 0, accountId, cardId, cardCode, cardMedium };
  const balance = { stamps: Math.ceil((stampsRequired ?? 0) * 0.4), points: stampsRequired === null ? 120 : 0 };
  const person = { ...absent(loyaltyPersons), firstName: 'Ada', lastName: 'Example' };
  return { ...holder, user: { ...person, ...names, ...balance, voidedAt: null, createdAt: now(), rewards: [] } };
}
