import { filled } from './filled.ts';
import { cardRecord, type ShownCard, type ShownUser, userRecord } from './loyalty-info.ts';
import { flag } from './wire-values.ts';

/** `loyalty_info` (contract, section 5). */
export function loyaltyInfo(card: ShownCard) {
  const { id, code, name, domain, type, active, url } = cardRecord(card);
  return { ID: id, code, name, domain: domain ?? '', type, active: flag(active), url };
}

/** A loyalty user (contract, section 5) with values as on /v3. */
export function loyaltyUserItem(user: ShownUser) {
  const { voided, rewards, ...others } = userRecord(user);
  return { ...filled(others), voided: flag(voided), rewards: rewards.map(filled) };
}
