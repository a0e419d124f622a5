import type { Instant } from '../../kernel/values/instant.ts';
import { busynessOf, type Day, dayBefore } from './calendar.ts';
import { coffeeEmail, coffeePage, type folderNames, type NewCoupon } from './content.ts';

export interface Campaign extends NewCoupon {
  inFolder: (typeof folderNames)[number];
  /** The first day of new codes, in days before the end of the year. `to` is the last day. */
  from: number;
  to: number;
  /** The number of new codes per day. `appeal` is the share of them that customers redeem. */
  daily: number;
  appeal?: number;
  spent: number;
  stopped?: 'VOIDED' | 'LOCKED';
}

export function campaignsUntil(end: Instant): Campaign[] {
  return [...lasting(dayBefore(end, 0).date), ...seasons.map((season) => seasonal(season, end))];
}

/** Returns how many codes are issued on a day: most while the campaign is new, and more towards the end of the year. */
export function issuedOn(day: Day, { from, to, daily }: Campaign): number {
  if (day.ago > from || day.ago < to) return 0;
  const novelty = 1 + 1.4 * Math.exp((day.ago - from) / 6);
  return daily * busynessOf(day) * novelty * (1.15 - day.ago / 1000);
}

const currency = 'EUR';
const until = (date: Temporal.PlainDate, days: number) => ({ fixed: { at: `${date.add({ days })} 23:59:59` } });

function lasting(today: Temporal.PlainDate): Campaign[] {
  const daily = { inFolder: 'Every day', to: 0, currency } as const;
  const event = { inFolder: 'Openings and events', currency } as const;
  const never = { from: 0, to: 1, daily: 0, spent: 0 };
  // biome-ignore format: when it runs, what it is, what it says
  return [
    { ...daily, from: 364, daily: 2.6, spent: 7, name: 'Free coffee', title: 'A coffee on the house', tags: ['coffee', 'newsletter'],
      value: '2.80', expiry: { flexible: { days: 30 } }, landingPage: coffeePage, emailSubject: 'A coffee on the house, [FIRSTNAME]',
      emailBody: coffeeEmail, smsBody: 'Hello [FIRSTNAME], a coffee is waiting for you at Demo Bakery:' },
    { ...daily, from: 118, daily: 2.4, spent: 41, name: 'Lunch box for the office', title: 'The sixth lunch box is free',
      tags: ['lunch', 'offices'], value: '8.50', barcode: 'QRCODE', description: 'For orders until 10 in the morning.', expiry: until(today, 5) },
    { ...daily, from: 290, daily: 0.9, appeal: 1, spent: 12, name: 'Welcome to the neighborhood', title: 'Bread and salt for your new home',
      tags: ['bread', 'partners'], value: '4.90', description: 'For people who have just moved here.' },
    { ...daily, ...never, name: 'Breakfast for students', title: 'Breakfast for two, one of you eats for free', tags: ['students'],
      value: '6.80', startsAt: `${today.add({ days: 12 })} 06:30:00`, expiry: until(today, 75) },
    { ...daily, ...never, name: 'Colleagues', title: '30 % for colleagues', tags: ['staff'], stopped: 'LOCKED',
      description: 'Locked until the agreement is signed.' },
    { ...event, ...never, name: 'Double stamps on Mondays', title: 'Two stamps instead of one', tags: ['coffee', 'monday'], stopped: 'VOIDED',
      description: 'Voided: the posters had a wrong date.' },
    { ...event, from: 158, to: 141, daily: 12, spent: 5, name: 'Opening at the harbour', title: 'A free roll for everyone',
      tags: ['harbour', 'opening'], value: '1.20', description: 'Our fourth shop opens its doors: warehouse 7.', expiry: until(today, -140) },
  ];
}

type Season = [from: string, days: number, name: string, title: string, tag: string, daily: number, spent: number];

const seasons: Season[] = [
  ['03-18', 24, 'Easter lamb', 'Three euros off an Easter lamb', 'cake', 5, 16],
  ['05-14', 48, 'Strawberry cake', 'A second piece of strawberry cake', 'cake', 4, 12],
  ['06-20', 75, 'Iced coffee', 'Iced coffee at half price after 2', 'coffee', 4.2, 6],
  ['09-12', 44, 'Onion tart and new wine', 'A glass of new wine with your tart', 'evening', 3.4, 15],
  ['11-10', 44, 'Stollen for Advent', 'Ten percent off our butter stollen', 'christmas', 6, 24],
];

function seasonal([from, length, name, title, tag, daily, spent]: Season, end: Instant): Campaign {
  const { date: last } = dayBefore(end, 0);
  const next = Temporal.PlainDate.from(`${last.year}-${from}`);
  const date = Temporal.PlainDate.compare(next, last) > 0 ? next.subtract({ years: 1 }) : next;
  const { days: ago } = date.until(last);
  return {
    ...{ name: `${name} ${date.year}`, title, tags: [tag, 'season'], currency },
    ...{ startsAt: `${date} 00:00:00`, expiry: until(date, length) },
    ...{ inFolder: 'Through the year', from: ago, to: Math.max(0, ago - length), daily, spent },
  };
}
