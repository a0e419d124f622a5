import type { Instant } from '../../../kernel/values/instant.ts';
import { busynessOf, type Day, daysUntil, timeAtHome, timeInShop, timeOf } from './calendar.ts';
import { campaignDeeds, flyers, issuedOn, left } from './campaign-deeds.ts';
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
  const life = (day: Day, session: Numbered): Life => ({
    session,
    coupon: ({ input }) => input.campaigns[index] ?? '',
    days: days.slice(days.indexOf(day)),
    validDays: Math.min(remembered, Math.max(2, day.ago - campaign.to)),
    appeal: campaign.by === 'POSTER' ? 0.72 : 0.55,
    spent: campaign.spent,
  });
  const issued = days.flatMap((day) =>
    Array.from({ length: issuedOn(day, campaign, busynessOf(day), dice) }, () => {
      const mine = life(day, { number: 0 });
      const isPrinted = campaign.by === 'FLYER';
      const deeds = isPrinted ? lifeOf(mine, timeInShop(day, dice), dice) : newCode(campaign, day, mine, dice);
      return { session: mine.session, deeds, isClaimed: deeds.some(({ claims, at }) => claims && at < until) };
    }),
  );
  const { used, printed } = printedFor(campaign, issued);
  const claims = used.filter(({ isClaimed }) => isClaimed).length;
  return [
    ...campaignDeeds(campaign, index, { dayAgo, sessions: printed, claims }),
    ...used.flatMap(({ deeds }) => deeds),
    ...newsletters(campaign, days, life, dice),
  ];
}

interface Issued {
  session: Numbered;
  deeds: Deed[];
  isClaimed: boolean;
}

/** Returns the codes that happen, and the flyers of the campaign: those, and some that are left. */
function printedFor(
  { by, isScarce }: Campaign,
  issued: readonly Issued[],
): { used: readonly Issued[]; printed: Numbered[] } {
  if (by !== 'FLYER') return { used: issued, printed: [] };
  const used = isScarce ? issued.filter(({ isClaimed }) => isClaimed) : issued.slice(0, flyers);
  const unused = isScarce ? left : flyers - used.length;
  const rest = Array.from({ length: unused }, () => ({ number: 0 }));
  return { used, printed: [...used.map(({ session }) => session), ...rest] };
}

/** A customer gets a code on a poster in the shop, or by email. */
function newCode({ by }: Campaign, day: Day, life: Life, dice: Dice): Deed[] {
  const at = by === 'POSTER' ? timeInShop(day, dice) : timeAtHome(day, dice);
  const to = anybody(dice);
  const created: Deed = { at, sessions: [life.session], run: (making) => issue(making, life, to) };
  if (by === 'POSTER') return [created, ...lifeOf(life, at, dice)];
  const { isRead, deeds } = mailDeeds(life, to, at, dice);
  return [created, ...deeds, ...(isRead ? lifeOf(life, deeds[0]?.at ?? at, dice) : [])];
}

/** On a Thursday every four weeks, a newsletter brings codes to many customers at once. */
function newsletters(
  campaign: Campaign,
  days: readonly Day[],
  life: (day: Day, session: Numbered) => Life,
  dice: Dice,
): Deed[] {
  const { mailing, from, to } = campaign;
  if (!mailing) return [];
  const thursdays = days.filter(({ weekday, ago }) => weekday === 4 && ago < from && ago >= to);
  return thursdays
    .filter((_, index) => index % 4 === 0)
    .flatMap((day) =>
      Array.from({ length: mailing }, (_, index) => {
        const at = timeOf(day, -150 + index / 12, dice);
        const code = life(day, { number: 0 });
        const person = anybody(dice);
        const { isRead, deeds } = mailDeeds(code, person, at, dice);
        const created: Deed = { at, sessions: [code.session], run: (making) => issue(making, code, person) };
        return [created, ...deeds, ...(isRead ? lifeOf(code, deeds[0]?.at ?? at, dice) : [])];
      }).flat(),
    );
}
