import type { Account } from '../../accounts/account/account.ts';
import { absent } from '../../kernel/database/columns.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { loyaltyPersons } from '../../loyalty/person/person.ts';
import { couponSessions } from '../../sessions/session/session.ts';
import type { DesignCampaign } from '../design/design-campaign.ts';
import type { ShownDesign } from '../design/wallet-picture.ts';
import type { CardHolder, CouponHolder, PassHolder } from '../pass/pass-holder.ts';
import { passFile } from './pass-file.ts';

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

/** The most bytes of a pass. Every phone fetches its pass after a change, so a million phones fetch 40 GB. */
const mostBytes = 40_000;

/** As many bytes as a signature with the usual two certificates. */
const signature = Buffer.alloc(4000);

/** Throws `INVALID_INPUT` if the passes of a campaign would have too many bytes with a design. */
export async function requireSmallPass(account: Account, campaign: DesignCampaign, design: ShownDesign): Promise<void> {
  const at = now();
  const pass = { id: 'pas_sample0000000000', token: '0'.repeat(32), message: '…'.repeat(200), messageChange: 1 };
  const signer = { passType: 'pass.sample', team: 'SAMPLE', sign: async () => signature };
  const facts = { pass, campaign: null, holder: sampleHolder(account, campaign, design) };
  const { length } = await passFile(facts, { signer, publicUrl: 'https://sample.example', at });
  if (length <= mostBytes) return;
  const reason = `makes passes of ${Math.ceil(length / 1000)} kB, and a pass can have at most ${mostBytes / 1000} kB`;
  throw invalidInput('campaign', `${reason}. Shorten the texts of the campaign, or use simpler pictures`);
}
