import { firstFilled, fullName, titleOf } from '../../kernel/values/blank.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { isUsable } from '../../loyalty/reward/earned-reward.ts';
import { googleLogoPath } from '../../vocabulary/links.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { CardHolder } from '../pass/pass-holder.ts';
import { type CardState, cardState } from '../pass-file/card-content.ts';
import {
  barcodeWith,
  type ClassPlace,
  classFields,
  type GoogleClass,
  type GoogleObject,
  imageAt,
  logoAddress,
  objectIds,
  shortened,
  textModules,
  usualBackground,
} from './google-content.ts';

const [longestName, longestHolder] = [20, 20];

export function loyaltyClass({ account, card, design }: Omit<CardHolder, 'user'>, place: ClassPlace): GoogleClass {
  const { labels } = design;
  const name = titleOf(card);
  return {
    ...classFields(account, design, place),
    programName: shortened(name, longestName),
    programLogo: imageAt(
      logoAddress(design, place.publicUrl) ?? card.logoUrl ?? place.publicUrl + googleLogoPath,
      name,
    ),
    accountNameLabel: firstFilled(labels.name, 'Name'),
    accountIdLabel: 'Card',
    hexBackgroundColor: design.backgroundColor ?? card.backgroundColor ?? usualBackground,
    textModulesData: textModules({
      details: [firstFilled(labels.details, 'Details'), card.description],
      terms: [firstFilled(labels.terms, 'Terms and conditions'), design.terms],
    }),
  };
}

export function loyaltyObject({ card, user, design }: CardHolder, pass: WalletPass, at: Instant): GoogleObject {
  const { labels } = design;
  const words = cardState(card, user);
  const name = fullName(user);
  const rewards = user.rewards.filter((reward) => isUsable(reward, at)).map((reward) => reward.name);
  const points = balance(firstFilled(labels.points, 'Points'), String(user.points));
  const required = card.type === 'STAMP' ? card.stampsRequired : null;
  return {
    ...objectIds(pass),
    state: states[words],
    accountId: user.id,
    accountName: name ? shortened(name, longestHolder) : null,
    loyaltyPoints:
      required === null ? points : balance(firstFilled(labels.stamps, 'Stamps'), `${user.stamps}/${required}`),
    secondaryLoyaltyPoints: required !== null && user.points > 0 ? points : null,
    barcode: user.voidedAt ? null : barcodeWith('QR_CODE', user.id),
    textModulesData: textModules({
      rewards: [firstFilled(labels.rewards, 'Rewards'), rewards.join(', ')],
      state: [firstFilled(labels.status, 'Status'), words === 'Ready to use' ? null : words],
    }),
  };
}

const states: Record<CardState, GoogleObject['state']> = {
  'Ready to use': 'ACTIVE',
  'Not available at the moment': 'INACTIVE',
  'No longer valid': 'INACTIVE',
};

/** A balance is a text, because a card may count stamps. Google notifies of no other kind of change. */
function balance(label: string, text: string): object {
  return { label, balance: { string: text } };
}
