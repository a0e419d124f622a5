import { Dice, daysUntil } from './calendar.ts';
import { campaignDeeds } from './campaign-deeds.ts';
import { campaignsUntil } from './campaigns.ts';
import type { Deed, YearInput } from './deed.ts';
import { contactDeeds, directoryDeeds, loyaltyDeeds } from './member-deeds.ts';

/** The same input gives the same plan. */
export function planOf({ seed, until }: Pick<YearInput, 'seed' | 'until'>): Deed[] {
  const dice = new Dice(seed);
  const days = daysUntil(until);
  const deeds = [
    ...campaignsUntil(until).flatMap((campaign, index) => campaignDeeds(campaign, index, { days, until }, dice)),
    ...loyaltyDeeds(days, dice),
    ...directoryDeeds(days, dice),
    ...contactDeeds(days, dice),
  ];
  const happened = deeds.filter(({ at }) => at < until);
  happened.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  return numbered(happened);
}

function numbered(deeds: Deed[]): Deed[] {
  let [sessions, memberships] = [0, 0];
  for (const { sessions: created = [], membership } of deeds) {
    for (const session of created) session.number = sessions++;
    if (membership) membership.number = memberships++;
  }
  return deeds;
}
