import type { createCoupon } from '../../coupons/coupon/coupon-operations.ts';
import type { createLoyaltyCard } from '../../loyalty/card/card-operations.ts';
import type { createReward } from '../../loyalty/reward/reward-operations.ts';

export type NewCoupon = Parameters<typeof createCoupon>[1];

export const folderNames = ['Every day', 'Through the year', 'Openings and events'] as const;

export const shops = ['Market Square', 'Main Station', 'Mill Lane', 'Harbour'];

export const ada = { firstName: 'Ada', lastName: 'Albrecht', email: 'ada.albrecht@example.com' };

export const coffeeEmail = `<h1 style="color:#6b3e1d">A coffee is waiting for you</h1>
<p>Hello [FIRSTNAME] [LASTNAME],</p>
<p>Come by for a free coffee: any size, any milk, within 30 days of activating this coupon.</p>
<p><a href="[URL]" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#6b3e1d;color:#ffffff;font-weight:bold;text-decoration:none">Open your coupon</a></p>
<p>See you soon<br>Demo Bakery</p>`;

export const coffeePage: NewCoupon['landingPage'] = {
  fields: [
    { kind: 'FIRST_NAME', required: true },
    { kind: 'EMAIL', required: true },
    { kind: 'CUSTOM_FIELD_1', label: 'Which shop is yours?' },
  ],
  ...{ unique: 'EMAIL', limit: 500, consent: 'Demo Bakery may write to me when there is something new to taste.' },
};

type NewCard = Parameters<typeof createLoyaltyCard>[1];
type NewReward = Omit<Parameters<typeof createReward>[1], 'card'>;

// biome-ignore format: a line for each reward
export const cards: [NewCard, ...NewReward[]][] = [
  [
    { type: 'STAMP', name: 'Coffee card', title: 'The eleventh coffee is on us', stampsRequired: 10, backgroundColor: '#4b2e1e' },
    { name: 'A free coffee', unit: 'STAMPS', validDays: 90 },
  ],
  [
    { type: 'MEMBERSHIP', name: 'Bakery club', title: 'A point for each euro', backgroundColor: '#f2e3c6' },
    { name: 'A croissant', unit: 'POINTS', points: 40 },
    { name: 'A birthday cake', unit: 'POINTS', points: 400, validDays: 365 },
  ],
];

/** Neither address exists. Deliveries to one of them fail, and the other gets few events. */
export const endpoints = [
  {
    ...{ url: 'https://orders.example.com/webhooks/coupons', description: 'Bookkeeping: what was redeemed' },
    ...{ kinds: ['COUPON' as const], types: ['coupon_validated'], shownDays: 12, failsDays: 2.5 },
  },
  {
    ...{ url: 'https://members.example.org/hooks/new-member', description: 'Welcome letters to new members' },
    ...{ kinds: ['WEB_LOYALTY' as const], types: ['loyalty_user_created'], shownDays: 30, failsDays: 0 },
  },
] as const;

export const guide = {
  ...{ name: 'City Guide', title: 'Discover our city' },
  description: 'Offers for our members all year round: breakfast by the river, theatre seats, a boat on the mill pond.',
};

/** `days` is how long a coupon is valid. Only members with paid access can open an offer that is paid. */
type Offer = [title: string, description: string, euros: string | null, days?: number, paid?: 'paid'];

/** The offers of the guide, by category. */
// biome-ignore format: a line for each offer
export const offers: Record<string, Offer[]> = {
  'Food and drink': [
    ['Two breakfasts for one at Café Linde', 'Any day until noon, on the terrace when the sun shines.', '11.50', 30],
    ['Chef’s table at Hafenküche', 'Five courses in the kitchen of the old harbour master, for two.', '60.00', 90, 'paid'],
  ],
  Culture: [
    ['Free entry to the City Museum', 'The permanent collection and the tower with its view over the roofs.', '9.00'],
    ['Behind the scenes of the opera', 'A guided walk through the workshops, across the stage and up to the fly loft.', '18.00', 60, 'paid'],
  ],
  'Sport and leisure': [
    ['First bouldering session with shoes', 'Three hours in the old tram depot, with an introduction for beginners.', '15.00', 14],
    ['Rowing boat for an hour', 'On the mill pond, for up to four people.', '14.00', 120],
  ],
};
