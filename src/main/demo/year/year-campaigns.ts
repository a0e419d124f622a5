import type { CouponChanges } from '../../../coupons/coupon/coupon-changes.ts';
import type { Instant } from '../../../kernel/values/instant.ts';
import { type Day, daysUntil } from './calendar.ts';

/** A campaign of the bakery in its year. */
export interface Campaign {
  changes: CouponChanges & { name: string; title: string };
  folder: 'Every day' | 'Through the year' | 'Openings and events';
  tags: string[];
  /** The first and the last day on which codes are issued, in days before the end of the year. */
  from: number;
  to: number;
  /** The codes that are issued on a usual day. */
  daily: number;
  /** How customers get codes: on a poster in the shop, by email, or printed on flyers. */
  by: 'POSTER' | 'MAIL' | 'FLYER';
  /** The number of customers to which a newsletter goes every four weeks. */
  mailing?: number;
  /** What customers spend, about. */
  spent: number;
  /** Few of the flyers are left, and of the validation codes that the office has imported. */
  isScarce?: boolean;
  /** Days before the end of the year. */
  voided?: number;
  locked?: number;
}

/** The campaigns that exist before the year: the first three. */
export const existing = 3;

const year = (day: Day) => day.date.slice(0, 4);

/** Returns the campaigns of the year that ends at an instant. Those of a season have the days of the last such season. */
export function campaignsUntil(end: Instant): Campaign[] {
  const days = daysUntil(end);
  const today = days.at(-1) as Day;
  const campaigns = [...everyDay(today), ...seasons(days), ...events(today)];
  return campaigns.map((campaign) => ({ ...campaign, changes: { currency, ...campaign.changes } }));
}

const dateIn = ({ date }: Day, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const until = (today: Day, days: number) => ({ fixed: { at: `${dateIn(today, days)} 23:59:59` } });
const currency = 'EUR';
const euros = (value: string) => ({ value, currency });

function everyDay(today: Day): Campaign[] {
  const folder = 'Every day' as const;
  return [
    {
      changes: { name: 'Free coffee', title: 'A coffee on the house' },
      ...{ folder, tags: ['coffee', 'newsletter'], from: 364, to: 0, daily: 1.6, by: 'MAIL', mailing: 30, spent: 7 },
    },
    {
      changes: { name: 'Rye bread 20 %', title: '20 % off rye bread' },
      ...{ folder, tags: ['bread'], from: 330, to: 0, daily: 1.5, by: 'POSTER', spent: 9 },
    },
    {
      changes: { name: 'Birthday cake', title: 'Five euros off a birthday cake' },
      ...{ folder, tags: ['cake', 'birthday'], from: 364, to: 0, daily: 1, by: 'MAIL', spent: 31 },
    },
    {
      changes: {
        ...{ name: 'Lunch box for the office', title: 'The sixth lunch box is free' },
        description: 'For orders until 10 in the morning. We deliver by bicycle.',
        ...{ ...euros('8.50'), expiry: until(today, 5), barcode: 'QRCODE' },
      },
      ...{ folder, tags: ['lunch', 'offices'], from: 118, to: 0, daily: 2.4, by: 'MAIL', spent: 41 },
    },
    {
      changes: {
        ...{ name: 'Welcome to the neighbourhood', title: 'Bread and salt for your new home' },
        description: 'For people who have just moved here. The town hall hands out the codes.',
        ...euros('4.90'),
      },
      ...{ folder, tags: ['bread', 'partners'], from: 290, to: 0, daily: 0.9, by: 'FLYER', spent: 12, isScarce: true },
    },
    {
      changes: {
        ...{ name: 'Colleagues', title: '30 % for colleagues' },
        description: 'For everyone who works in one of our shops.',
      },
      ...{ folder, tags: ['staff'], from: 350, to: 21, daily: 0.5, by: 'POSTER', spent: 14, locked: 20 },
    },
    {
      changes: {
        ...{ name: 'Breakfast for students', title: 'Breakfast for two, one of you eats for free' },
        description: 'With a student card, Monday to Friday.',
        ...{ ...euros('6.80'), startsAt: `${dateIn(today, 12)} 06:30:00`, expiry: until(today, 75) },
      },
      ...{ folder, tags: ['breakfast', 'students'], from: 2, to: 2, daily: 0, by: 'FLYER', spent: 0 },
    },
  ];
}

interface Season {
  /** `MM-dd` */
  from: string;
  days: number;
  name: string;
  title: string;
  tag: string;
  daily: number;
  spent: number;
  value?: string;
}

const calendar: Season[] = [
  {
    ...{ from: '01-27', days: 30, name: 'Carnival doughnuts', title: 'Six doughnuts, pay for five', tag: 'cake' },
    ...{ daily: 4.5, spent: 11, value: '1.60' },
  },
  {
    ...{ from: '03-18', days: 24, name: 'Easter lamb', title: 'Three euros off an Easter lamb', tag: 'cake' },
    ...{ daily: 5, spent: 16, value: '3.00' },
  },
  {
    ...{ from: '05-14', days: 48, name: 'Strawberry cake', title: 'A second piece of strawberry cake', tag: 'cake' },
    ...{ daily: 4, spent: 12, value: '3.40' },
  },
  {
    ...{ from: '06-20', days: 75, name: 'Iced coffee', title: 'Iced coffee at half price after 2', tag: 'coffee' },
    ...{ daily: 4.2, spent: 6, value: '2.10' },
  },
  {
    ...{
      from: '08-16',
      days: 28,
      name: 'First day at school',
      title: 'A school cone full of pretzels',
      tag: 'families',
    },
    ...{ daily: 3.2, spent: 19, value: '4.00' },
  },
  {
    ...{ from: '09-12', days: 44, name: 'Onion tart and new wine', title: 'A glass of new wine with your tart' },
    ...{ tag: 'evening', daily: 3.4, spent: 15 },
  },
  {
    ...{ from: '11-10', days: 44, name: 'Stollen for Advent', title: 'Ten percent off our butter stollen' },
    ...{ tag: 'christmas', daily: 6, spent: 24 },
  },
  {
    ...{
      from: '12-27',
      days: 11,
      name: 'New Year pretzel',
      title: 'A lucky pretzel for the new year',
      tag: 'breakfast',
    },
    ...{ daily: 5, spent: 10 },
  },
];

function seasons(days: readonly Day[]): Campaign[] {
  return calendar.map(({ from, days: length, name, title, tag, daily, spent, value }) => {
    const first = days.find(({ ago, date }) => ago < days.length - 1 && date.endsWith(from)) ?? (days[1] as Day);
    const to = first.ago - length;
    return {
      changes: {
        ...{ name: `${name} ${year(first)}`, title },
        ...(value && euros(value)),
        expiry: until(first, length),
      },
      ...{ folder: 'Through the year', tags: [tag, 'season'], from: first.ago, to: Math.max(0, to) },
      ...{ daily, by: 'POSTER', mailing: 25, spent },
    };
  });
}

function events(today: Day): Campaign[] {
  const folder = 'Openings and events' as const;
  return [
    {
      changes: {
        ...{ name: 'Opening at the harbour', title: 'A free roll for everyone' },
        description: 'Our fourth shop opens its doors: warehouse 7, next to the ferry.',
        ...{ ...euros('1.20'), expiry: until(today, -140) },
      },
      ...{ folder, tags: ['harbour', 'opening'], from: 158, to: 141, daily: 9, by: 'FLYER', spent: 5 },
    },
    {
      changes: {
        ...{ name: 'Double stamps on Mondays', title: 'Two stamps instead of one' },
        description: 'Voided: the flyers had a wrong date.',
      },
      ...{ folder, tags: ['coffee', 'monday'], from: 212, to: 206, daily: 4, by: 'POSTER', spent: 6, voided: 205 },
    },
    {
      changes: {
        ...{ name: 'Night of the museums', title: 'A pretzel for night owls' },
        description: 'At our stall in the courtyard of the City Museum.',
        ...{ ...euros('1.90'), expiry: until(today, -83) },
      },
      ...{ folder, tags: ['evening', 'partners'], from: 97, to: 84, daily: 5, by: 'POSTER', spent: 8 },
    },
  ];
}
