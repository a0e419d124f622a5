import { accountRow } from '../../../accounts/account/account.ts';
import { type Coupon, couponRow } from '../../../coupons/coupon/coupon.ts';
import { saveCoupon } from '../../../coupons/coupon/coupon-events.ts';
import { lockCoupon, voidCoupon } from '../../../coupons/status/coupon-status.ts';
import { lockRow, requireRow } from '../../../kernel/database/rows.ts';
import { reserveWithin } from '../../../kernel/database/sequence.ts';
import type { Instant } from '../../../kernel/values/instant.ts';
import { createSessionBatch } from '../../../sessions/batch/batch-creation.ts';
import { addToPool } from '../../../sessions/validation-code/code-pool.ts';
import { addCampaign } from '../opening.ts';
import { customer } from '../people.ts';
import { busynessOf, type Day, type Dice } from './calendar.ts';
import { type Campaign, existing } from './campaigns.ts';
import type { Deed, Making, Numbered } from './deed.ts';
import { issue, type Life, lifeOf, mailDeeds } from './session-deeds.ts';

/** For how many days customers remember a code that never expires. */
const remembered = 60;

const knownCustomers = 900;

/** Town hall codes that remain at the end. */
const left = 11;

interface Code {
  session: Numbered;
  deeds: Deed[];
}

export function campaignDeeds(
  campaign: Campaign,
  index: number,
  { days, until }: { days: readonly Day[]; until: Instant },
  dice: Dice,
): Deed[] {
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
  const issued = days.flatMap((day) =>
    Array.from({ length: issuedOn(day, campaign, dice) }, () =>
      code(day, campaign.by === 'MAIL' ? dice.timeAtHome(day) : dice.timeInShop(day), campaign.by),
    ),
  );
  const mailed = thursdays(campaign, days).flatMap((day) =>
    Array.from({ length: campaign.mailing ?? 0 }, (_, place) => code(day, dice.timeOf(day, -150 + place / 12), 'MAIL')),
  );
  // Some flyers are left. Each takes a town hall code.
  const isPrinted = campaign.by === 'FLYER';
  const used = isPrinted ? issued.filter(({ deeds }) => deeds.some(({ claims, at }) => claims && at < until)) : issued;
  const printed = [...used.map(({ session }) => session), ...Array.from({ length: left }, () => ({ number: 0 }))];
  return [
    ...officeDeeds(campaign, index, days, dice),
    ...(isPrinted ? flyerDeeds(index, printed, dayBefore(campaign, days), dice) : []),
    ...[...used, ...mailed].flatMap(({ deeds }) => deeds),
  ];
}

/** Most when the campaign is new, and more towards the end of the year. */
function issuedOn(day: Day, { from, to, daily }: Campaign, dice: Dice): number {
  if (day.ago > from || day.ago < to) return 0;
  const novelty = 1 + 1.4 * Math.exp((day.ago - from) / 6);
  const growth = 1.15 - day.ago / 1000;
  return dice.amount(daily * busynessOf(day) * novelty * growth);
}

/** Every four weeks, for the newsletter. */
function thursdays({ mailing, from, to }: Campaign, days: readonly Day[]): Day[] {
  const all = days.filter(({ weekday, ago }) => weekday === 4 && ago < from && ago >= to);
  return mailing ? all.filter((_, index) => index % 4 === 0) : [];
}

function deedsOfCode(life: Life, at: Instant, by: Campaign['by'], dice: Dice): Deed[] {
  if (by === 'FLYER') return lifeOf(life, at, dice);
  const to = customer(Math.floor(dice.next() * knownCustomers));
  const created: Deed = { at, sessions: [life.session], run: (making) => issue(making, life, to) };
  if (by === 'POSTER') return [created, ...lifeOf(life, at, dice)];
  const { isRead, deeds } = mailDeeds(life, to, at, dice);
  return [created, ...deeds, ...(isRead ? lifeOf(life, deeds[0]?.at ?? at, dice) : [])];
}

const dayAgo = (days: readonly Day[], ago: number) => days.at(-1 - ago) as Day;
const dayBefore = ({ from }: Campaign, days: readonly Day[]) => dayAgo(days, from + 1);

function officeDeeds(campaign: Campaign, index: number, days: readonly Day[], dice: Dice): Deed[] {
  const { voided, locked } = campaign;
  const deeds: Deed[] = [];
  if (index >= existing)
    deeds.push({ at: dice.timeOf(dayBefore(campaign, days), 95), run: (making) => create(making, campaign, index) });
  if (voided)
    deeds.push({ at: dice.timeOf(dayAgo(days, voided), -100), run: (making) => stop(making, index, 'voided') });
  if (locked)
    deeds.push({ at: dice.timeOf(dayAgo(days, locked), 200), run: (making) => stop(making, index, 'locked') });
  return deeds;
}

async function create({ transaction, input }: Making, { changes, folder, tags }: Campaign, index: number) {
  const account = await requireRow(transaction, accountRow, { id: input.account });
  const campaign = { id: input.campaigns[index], changes, folder: input.folders[folder], tags };
  await addCampaign(transaction, account, { ...campaign, office: input.office });
}

async function stop({ transaction, input }: Making, index: number, how: 'voided' | 'locked') {
  const coupon = await couponOf({ transaction, input }, index);
  (how === 'voided' ? voidCoupon : lockCoupon)(coupon);
  await saveCoupon(transaction, coupon, `coupon_edit_${how}`, input.office);
}

function flyerDeeds(index: number, sessions: readonly Numbered[], day: Day, dice: Dice): Deed[] {
  const amount = sessions.length;
  const importCodes = async ({ transaction, input }: Making) => {
    const { id } = await couponOf({ transaction, input }, index);
    const codes = Array.from({ length: amount }, (_, line) => ({ line, code: `TOWN-${1001 + line * 7}` }));
    await addToPool(transaction, id, codes, await reserveWithin(transaction, 'code', amount));
  };
  const print = async ({ transaction, input, at }: Making) => {
    const first = input.firstSession + (sessions[0]?.number ?? 0);
    const batch = { first, amount, createdAt: at, status: 'NORMAL', codes: null } as const;
    await createSessionBatch(transaction, await couponOf({ transaction, input }, index), batch, input.office);
  };
  return [
    { at: dice.timeOf(day, 120), run: importCodes },
    { at: dice.timeOf(day, 150), sessions, run: print },
  ];
}

function couponOf({ transaction, input }: Pick<Making, 'transaction' | 'input'>, index: number): Promise<Coupon> {
  return lockRow(transaction, couponRow, { accountId: input.account, id: input.campaigns[index] ?? '' });
}
