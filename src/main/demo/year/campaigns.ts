import type { CouponChanges } from '../../../coupons/coupon/coupon-changes.ts';
import type { Instant } from '../../../kernel/values/instant.ts';
import { breadEmail, coffeeEmail, type FolderName } from '../content.ts';
import { type Day, daysUntil } from './calendar.ts';

export interface Campaign {
  changes: CouponChanges & { name: string; title: string };
  folder: FolderName;
  tags: string[];
  /** In days before the end of the year. */
  from: number;
  to: number;
  daily: number;
  /** `FLYER`: printed with codes of the town hall, of which few are left. */
  by: 'POSTER' | 'MAIL' | 'FLYER';
  /** Recipients of a newsletter every four weeks. */
  mailing?: number;
  spent: number;
  voided?: number;
  locked?: number;
}

export const existing = 3;

export function campaignsUntil(end: Instant): Campaign[] {
  const days = daysUntil(end);
  return [...lasting(days.at(-1) as Day), ...seasons.map((season) => seasonal(season, days))];
}

const currency = 'EUR';
const dateIn = ({ date }: Day, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const until = (today: Day, days: number) => ({ fixed: { at: `${dateIn(today, days)} 23:59:59` } });

function lasting(today: Day): Campaign[] {
  const event = { folder: 'Openings and events', by: 'POSTER' } as const;
  const daily = (by: Campaign['by']) => ({ folder: 'Every day', to: 0, by }) as const;
  // biome-ignore format: what it is, when it runs, what it says
  return [
    { ...daily('MAIL'), tags: ['coffee', 'newsletter'], from: 364, daily: 1.6, mailing: 30, spent: 7,
      changes: { name: 'Free coffee', title: 'A coffee on the house', value: '2.80', currency, expiry: { flexible: { days: 30 } },
        emailSubject: 'A coffee on the house, [FIRSTNAME]', emailBody: coffeeEmail,
        smsBody: 'Hello [FIRSTNAME], a coffee is waiting for you at Demo Bakery:' } },
    { ...daily('POSTER'), tags: ['bread'], from: 330, daily: 1.5, spent: 9,
      changes: { name: 'Rye bread 20 %', title: '20 % off rye bread', description: 'One loaf per customer.', value: '0.90', currency,
        emailSubject: '20 % off rye bread', emailBody: breadEmail } },
    { ...daily('MAIL'), tags: ['cake', 'birthday'], from: 364, daily: 1, spent: 31,
      changes: { name: 'Birthday cake', title: 'Five euros off a birthday cake', value: '5.00', currency, barcode: 'QRCODE' } },
    { ...daily('MAIL'), tags: ['lunch', 'offices'], from: 118, daily: 2.4, spent: 41,
      changes: { name: 'Lunch box for the office', title: 'The sixth lunch box is free', value: '8.50', currency, barcode: 'QRCODE',
        description: 'For orders until 10 in the morning.', expiry: until(today, 5) } },
    { ...daily('FLYER'), tags: ['bread', 'partners'], from: 290, daily: 0.9, spent: 12,
      changes: { name: 'Welcome to the neighbourhood', title: 'Bread and salt for your new home', value: '4.90', currency,
        description: 'For people who have just moved here. The town hall hands out the codes.' } },
    { ...daily('POSTER'), tags: ['staff'], from: 350, to: 21, daily: 0.5, spent: 14, locked: 20,
      changes: { name: 'Colleagues', title: '30 % for colleagues', currency } },
    { ...daily('POSTER'), tags: ['breakfast', 'students'], from: 2, to: 2, daily: 0, spent: 0,
      changes: { name: 'Breakfast for students', title: 'Breakfast for two, one of you eats for free', value: '6.80', currency,
        startsAt: `${dateIn(today, 12)} 06:30:00`, expiry: until(today, 75) } },
    { ...event, tags: ['harbour', 'opening'], from: 158, to: 141, daily: 12, spent: 5,
      changes: { name: 'Opening at the harbour', title: 'A free roll for everyone', value: '1.20', currency,
        description: 'Our fourth shop opens its doors: warehouse 7.', expiry: until(today, -140) } },
    { ...event, tags: ['coffee', 'monday'], from: 212, to: 206, daily: 4, spent: 6, voided: 205,
      changes: { name: 'Double stamps on Mondays', title: 'Two stamps instead of one', currency,
        description: 'Voided: the posters had a wrong date.' } },
  ];
}

type Season = [from: string, days: number, name: string, title: string, tag: string, daily: number, spent: number];

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
