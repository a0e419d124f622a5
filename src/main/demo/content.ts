import type { CouponChanges } from '../../coupons/coupon/coupon-changes.ts';
import type { LandingPage } from '../../coupons/landing-page/landing-page.ts';
import type { CardChanges, LoyaltyCard } from '../../loyalty/card/card.ts';
import type { LoyaltyReward } from '../../loyalty/reward/reward.ts';
import type { addEndpoint } from '../../webhooks/endpoint/endpoint.ts';

export const folderNames = ['Every day', 'Through the year', 'Openings and events', 'City Guide'] as const;
export type FolderName = (typeof folderNames)[number];

export const shops = [
  { name: 'Market Square', address: 'Market Square 3' },
  { name: 'Main Station', address: 'Station Hall, platform 1' },
  { name: 'Mill Lane', address: 'Mill Lane 18' },
  { name: 'Harbour', address: 'Warehouse 7' },
];

export const ada = { firstName: 'Ada', lastName: 'Albrecht', email: 'ada.albrecht@example.com' };

export const coffeeEmail = `<h1 style="color:#6b3e1d">A coffee is waiting for you</h1>
<p>Hello [FIRSTNAME] [LASTNAME],</p>
<p>Come by for a free coffee: any size, any milk, within 30 days of activating this coupon.</p>
<p><a href="[URL]" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#6b3e1d;color:#ffffff;font-weight:bold;text-decoration:none">Open your coupon</a></p>
<p>See you soon<br>Demo Bakery</p>`;

export const breadEmail = `Hello [FIRSTNAME] [LASTNAME],

Our rye bread comes out of the oven at 7 every morning, and this week you get 20 % off.

[URL]

See you soon
Demo Bakery`;

export const coffeePage: Omit<LandingPage, 'submissions'> = {
  fields: [
    { kind: 'FIRST_NAME', label: null, required: true },
    { kind: 'EMAIL', label: null, required: true },
    { kind: 'CUSTOM_FIELD_1', label: 'Which shop is yours?', required: false },
  ],
  ...{ unique: 'EMAIL', limit: 500, consent: 'Demo Bakery may write to me when there is something new to taste.' },
};

interface CardContent {
  type: LoyaltyCard['type'];
  changes: CardChanges;
  rewards: (Pick<LoyaltyReward, 'name' | 'unit'> & Partial<LoyaltyReward>)[];
}

export const cards: CardContent[] = [
  {
    type: 'STAMP',
    changes: {
      ...{ name: 'Coffee card', title: 'The eleventh coffee is on us' },
      ...{ stampsRequired: 10, backgroundColor: '#4b2e1e' },
    },
    rewards: [{ name: 'A free coffee', unit: 'STAMPS', validDays: 90 }],
  },
  {
    type: 'MEMBERSHIP',
    changes: { name: 'Bakery club', title: 'A point for each euro', backgroundColor: '#f2e3c6' },
    rewards: [
      { name: 'A croissant', unit: 'POINTS', points: 40 },
      { name: 'A birthday cake', unit: 'POINTS', points: 400, validDays: 365 },
    ],
  },
];

/** Neither address exists: one fails, and the other receives few events. */
export const endpoints: Record<'failing' | 'healthy', Parameters<typeof addEndpoint>[3]> = {
  failing: {
    url: 'https://orders.example.com/webhooks/coupons',
    description: 'Bookkeeping: what was redeemed',
    kinds: ['COUPON'],
    types: ['coupon_validated', 'coupon_unvalidated'],
  },
  healthy: {
    url: 'https://members.example.org/hooks/new-member',
    description: 'Welcome letters to new members',
    kinds: ['WEB_LOYALTY'],
    types: ['loyalty_user_created'],
  },
};

export const guide = {
  ...{ name: 'City Guide', title: 'Discover our city' },
  description: 'Offers for our members all year round: breakfast by the river, theatre seats, a boat on the mill pond.',
};

/** Only members with paid access open a paid one. */
type Offer = [title: string, description: string, euros: string | null, dates?: CouponChanges, paid?: 'paid'];

const year = new Date().getUTCFullYear() + 1;
const daysLong = (days: number): CouponChanges => ({ expiry: { flexible: { days } } });
const until = (end: string): CouponChanges => ({ expiry: { fixed: { at: `${year}-${end}` } } });
const from = (start: string, end: string): CouponChanges => ({ startsAt: `${year}-${start}`, ...until(end) });

/** The offers of the guide by their categories. */
// biome-ignore format: a line for each offer
export const offers: Record<string, Offer[]> = {
  'Food and drink': [
    ['Two breakfasts for one at Café Linde', 'Any day until noon, on the terrace when the sun shines.', '11.50', daysLong(30)],
    ['A loaf of your choice at the mill bakery', 'Stone-ground rye, spelt or seeds. One loaf per member.', '4.80', until('03-31 23:59:59')],
    ['Chef’s table at Hafenküche', 'Five courses in the kitchen of the old harbour master, for two.', '60.00', until('06-30 23:59:59'), 'paid'],
  ],
  Culture: [
    ['Free entry to the City Museum', 'The permanent collection and the tower with its view over the roofs.', '9.00'],
    ['Last-minute seats at the State Theatre', 'Half price an hour before the curtain, as long as there are seats.', null, until('07-15 23:59:59')],
    ['Behind the scenes of the opera', 'A guided walk through the workshops, across the stage and up to the fly loft.', '18.00', daysLong(60), 'paid'],
  ],
  'Sport and leisure': [
    ['A day at the lido', 'All pools and slides, from May to September.', '6.50', until('09-15 20:00:00')],
    ['First bouldering session with shoes', 'Three hours in the old tram depot, with an introduction for beginners.', '15.00', daysLong(14)],
    ['Rowing boat for an hour', 'On the mill pond, for up to four people.', '14.00', from('04-01 10:00:00', '10-15 18:00:00')],
  ],
  Shopping: [
    ['Ten percent on books about our city', 'In the bookshop below the arcades.', null, until('12-24 18:00:00')],
    ['Your bicycle checked for free', 'Brakes, lights and chain, while you have a coffee next door.', '25.00', daysLong(90)],
    ['A flower from the market', 'Saturdays at stall 14. Mention the city guide.', null],
  ],
};
