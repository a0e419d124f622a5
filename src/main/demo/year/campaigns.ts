import type { CouponChanges } from '../../../coupons/coupon/coupon-changes.ts';
import type { Instant } from '../../../kernel/values/instant.ts';
import { type Day, daysUntil } from './calendar.ts';

export interface Campaign {
  changes: CouponChanges & { name: string; title: string };
  folder: 'Every day' | 'Through the year' | 'Openings and events';
  tags: string[];
  /** The first and the last day on which codes are issued, in days before the end of the year. */
  from: number;
  to: number;
  /** The codes that are issued on a usual day. */
  daily: number;
  /** How customers get codes: on a poster in the shop, by email, or printed with codes of the town hall, of which few are left. */
  by: 'POSTER' | 'MAIL' | 'FLYER';
  /** The number of customers to which a newsletter goes every four weeks. */
  mailing?: number;
  /** What customers spend, about. */
  spent: number;
  /** Days before the end of the year. */
  voided?: number;
  locked?: number;
}

/** The campaigns that exist before the year: the first three. */
export const existing = 3;

export function campaignsUntil(end: Instant): Campaign[] {
  const days = daysUntil(end);
  return [...lasting(days.at(-1) as Day), ...seasons.map((season) => seasonal(season, days))];
}

const currency = 'EUR';
const dateIn = ({ date }: Day, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const until = (today: Day, days: number) => ({ fixed: { at: `${dateIn(today, days)} 23:59:59` } });

function lasting(today: Day): Campaign[] {
  const of =
    (folder: Campaign['folder']) =>
    (
      name: string,
      title: string,
      rest: Omit<Campaign, 'changes' | 'folder' | 'tags'> & { tags: string },
      changes: Omit<CouponChanges, 'name' | 'title'> = {},
    ): Campaign => ({ ...rest, folder, tags: rest.tags.split(' '), changes: { name, title, currency, ...changes } });
  const [everyDay, event] = [of('Every day'), of('Openings and events')];
  return [
    everyDay('Free coffee', 'A coffee on the house', {
      ...{ tags: 'coffee newsletter', from: 364, to: 0, daily: 1.6, by: 'MAIL', mailing: 30, spent: 7 },
    }),
    everyDay('Rye bread 20 %', '20 % off rye bread', {
      ...{ tags: 'bread', from: 330, to: 0, daily: 1.5, by: 'POSTER', spent: 9 },
    }),
    everyDay('Birthday cake', 'Five euros off a birthday cake', {
      ...{ tags: 'cake birthday', from: 364, to: 0, daily: 1, by: 'MAIL', spent: 31 },
    }),
    everyDay(
      'Lunch box for the office',
      'The sixth lunch box is free',
      { tags: 'lunch offices', from: 118, to: 0, daily: 2.4, by: 'MAIL', spent: 41 },
      { description: 'For orders until 10 in the morning.', value: '8.50', expiry: until(today, 5), barcode: 'QRCODE' },
    ),
    everyDay(
      'Welcome to the neighbourhood',
      'Bread and salt for your new home',
      { tags: 'bread partners', from: 290, to: 0, daily: 0.9, by: 'FLYER', spent: 12 },
      { description: 'For people who have just moved here. The town hall hands out the codes.', value: '4.90' },
    ),
    everyDay('Colleagues', '30 % for colleagues', {
      ...{ tags: 'staff', from: 350, to: 21, daily: 0.5, by: 'POSTER', spent: 14, locked: 20 },
    }),
    everyDay(
      'Breakfast for students',
      'Breakfast for two, one of you eats for free',
      { tags: 'breakfast students', from: 2, to: 2, daily: 0, by: 'POSTER', spent: 0 },
      { value: '6.80', startsAt: `${dateIn(today, 12)} 06:30:00`, expiry: until(today, 75) },
    ),
    event(
      'Opening at the harbour',
      'A free roll for everyone',
      { tags: 'harbour opening', from: 158, to: 141, daily: 12, by: 'POSTER', spent: 5 },
      { description: 'Our fourth shop opens its doors: warehouse 7.', value: '1.20', expiry: until(today, -140) },
    ),
    event(
      'Double stamps on Mondays',
      'Two stamps instead of one',
      { tags: 'coffee monday', from: 212, to: 206, daily: 4, by: 'POSTER', spent: 6, voided: 205 },
      { description: 'Voided: the posters had a wrong date.' },
    ),
  ];
}

type Season = [from: string, days: number, name: string, title: string, tag: string, daily: number, spent: number];

/** They begin on the day `MM-dd`. */
const seasons: Season[] = [
  ['01-27', 30, 'Carnival doughnuts', 'Six doughnuts, pay for five', 'cake', 4.5, 11],
  ['03-18', 24, 'Easter lamb', 'Three euros off an Easter lamb', 'cake', 5, 16],
  ['05-14', 48, 'Strawberry cake', 'A second piece of strawberry cake', 'cake', 4, 12],
  ['06-20', 75, 'Iced coffee', 'Iced coffee at half price after 2', 'coffee', 4.2, 6],
  ['08-16', 28, 'First day at school', 'A school cone full of pretzels', 'families', 3.2, 19],
  ['09-12', 44, 'Onion tart and new wine', 'A glass of new wine with your tart', 'evening', 3.4, 15],
  ['11-10', 44, 'Stollen for Advent', 'Ten percent off our butter stollen', 'christmas', 6, 24],
  ['12-27', 11, 'New Year pretzel', 'A lucky pretzel for the new year', 'breakfast', 5, 10],
];

function seasonal([from, length, name, title, tag, daily, spent]: Season, days: readonly Day[]): Campaign {
  const first = days.find(({ ago, date }) => ago < days.length - 1 && date.endsWith(from)) ?? (days[1] as Day);
  return {
    changes: { name: `${name} ${first.date.slice(0, 4)}`, title, currency, expiry: until(first, length) },
    ...{ folder: 'Through the year', tags: [tag, 'season'], from: first.ago, to: Math.max(0, first.ago - length) },
    ...{ daily, by: 'POSTER', mailing: 25, spent },
  };
}
