import type { Instant } from '../../../kernel/values/instant.ts';
import { busynessOf, type Day, daysUntil, timeAtHome, timeInShop, timeOf } from './calendar.ts';
import { campaignDeeds, issuedOn, left } from './campaign-deeds.ts';
import { contactDeeds } from './contact-deeds.ts';
import type { Deed, Numbered, YearInput } from './deed.ts';
import { Dice } from './dice.ts';
import { directoryDeeds } from './directory-deeds.ts';
import { loyaltyDeeds } from './loyalty-deeds.ts';
import { mailDeeds } from './message-deeds.ts';
import { anybody } from './people.ts';
import { issue, type Life, lifeOf } from './session-deeds.ts';
import { type Campaign, campaignsUntil } from './year-campaigns.ts';

/** The days for which codes are good that never expire: nobody remembers them longer. */
const remembered = 60;

/** Returns what happens in the year, in the order in which it happens. The same input has the same plan. */
export function planOf({ seed, until }: Pick<YearInput, 'seed' | 'until'>): Deed[] {
  const dice = new Dice(seed);
  const days = daysUntil(until);
  const deeds = [
    ...campaignsUntil(until).flatMap((campaign, index) => deedsOf(campaign, index, { days, until }, dice)),
    ...loyaltyDeeds(days, dice),
    ...directoryDeeds(days, dice),
    ...contactDeeds(days, dice),
  ];
  const happened = deeds.filter(({ at }) => at < until);
  happened.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  return numbered(happened);
}

/** Numbers the sessions and memberships in the order of their creation. */
function numbered(deeds: Deed[]): Deed[] {
  let [sessions, memberships] = [0, 0];
  for (const { sessions: created = [], membership } of deeds) {
    for (const session of created) session.number = sessions++;
    if (membership) membership.number = memberships++;
  }
  return deeds;
}

function deedsOf(
  campaign: Campaign,
  index: number,
  { days, until }: { days: readonly Day[]; until: Instant },
  dice: Dice,
): Deed[] {
  const dayAgo = (ago: number) => days[days.length - 1 - Math.min(ago, days.length - 1)] as Day;
  const code = (day: Day, at: Instant, by: Campaign['by']): Code => {
    const life: Life = {
      session: { number: 0 },
      coupon: ({ input }) => input.campaigns[index] ?? '',
      days: days.slice(days.indexOf(day)),
      validDays: Math.min(remembered, Math.max(2, day.ago - campaign.to)),
      appeal: by === 'POSTER' ? 0.72 : 0.55,
      spent: campaign.spent,
    };
    return { session: life.session, deeds: deedsOfCode(life, at, by, dice) };
  };
  const codes = days.flatMap((day) =>
    Array.from({ length: issuedOn(day, campaign, busynessOf(day), dice) }, () =>
      code(day, campaign.by === 'MAIL' ? timeAtHome(day, dice) : timeInShop(day, dice), campaign.by),
    ),
  );
  const mailed = thursdays(campaign, days).flatMap((day) =>
    Array.from({ length: campaign.mailing ?? 0 }, (_, place) =>
      code(day, timeOf(day, -150 + place / 12, dice), 'MAIL'),
    ),
  );
  // Flyers are printed for the customers who come, and some are left. Each takes a code of the town hall.
  const isPrinted = campaign.by === 'FLYER';
  const used = isPrinted ? codes.filter(({ deeds }) => deeds.some(({ claims, at }) => claims && at < until)) : codes;
  const rest = isPrinted ? Array.from({ length: left }, () => ({ number: 0 })) : [];
  const sessions = isPrinted ? [...used.map(({ session }) => session), ...rest] : [];
  return [
    ...campaignDeeds(campaign, index, { dayAgo, sessions }),
    ...[...used, ...mailed].flatMap(({ deeds }) => deeds),
  ];
}

interface Code {
  session: Numbered;
  deeds: Deed[];
}

/** A customer gets a code on a poster in the shop, on a flyer, or by email. */
function deedsOfCode(life: Life, at: Instant, by: Campaign['by'], dice: Dice): Deed[] {
  if (by === 'FLYER') return lifeOf(life, at, dice);
  const to = anybody(dice);
  const created: Deed = { at, sessions: [life.session], run: (making) => issue(making, life, to) };
  if (by === 'POSTER') return [created, ...lifeOf(life, at, dice)];
  const { isRead, deeds } = mailDeeds(life, to, at, dice);
  return [created, ...deeds, ...(isRead ? lifeOf(life, deeds[0]?.at ?? at, dice) : [])];
}

/** Returns the Thursdays, every four weeks, on which a newsletter brings codes to many customers at once. */
function thursdays({ mailing, from, to }: Campaign, days: readonly Day[]): Day[] {
  const all = days.filter(({ weekday, ago }) => weekday === 4 && ago < from && ago >= to);
  return mailing ? all.filter((_, index) => index % 4 === 0) : [];
}
