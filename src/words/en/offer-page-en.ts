/** The text around an offer: whose it is, its pictures and its terms. */
export interface OfferWords {
  offeredBy: string;
  pictures: (name: string) => string;
  terms: string;
  notFound: string;
}

export const offerPage: OfferWords = {
  offeredBy: 'Offered by',
  pictures: (name) => `Pictures of ${name}`,
  terms: 'Terms and conditions',
  notFound: 'Not found',
};

/** The text of a state: its name, and the line with the time below it. */
type StateWords = Record<
  'VOIDED' | 'REDEEMED' | 'EXPIRED' | 'LOCKED' | 'FUTURE' | 'HELD',
  [name: string, line: (time: string) => string]
>;

export interface TicketWords {
  none: string;
  show: string;
  worth: (amount: string) => string;
  qrCode: string;
  barcode: string;
  code: string;
  validUntil: (time: string) => string;
  validForDays: (days: number) => string;
  endless: string;
  states: StateWords;
  toApple: string;
  toGoogle: string;
}

export const ticket: TicketWords = {
  none: 'There is no coupon at this address.',
  show: 'Show this at the till',
  worth: (amount) => `Worth ${amount}`,
  qrCode: 'QR code of this coupon',
  barcode: 'Barcode of this coupon',
  code: 'Code',
  validUntil: (time) => `Valid until ${time}`,
  validForDays: (days) =>
    days === 1 ? 'Valid for one day once you’ve claimed it' : `Valid for ${days} days once you’ve claimed it`,
  endless: 'Does not expire',
  states: {
    VOIDED: ['No longer valid', (time) => `Cancelled on ${time}`],
    REDEEMED: ['Redeemed', (time) => `On ${time}`],
    EXPIRED: ['Expired', (time) => `On ${time}`],
    LOCKED: ['Not available at the moment', (time) => `Locked since ${time}`],
    FUTURE: ['Not valid yet', (time) => `Valid from ${time}`],
    HELD: ['In use at a till', (time) => `Reserved until ${time}`],
  },
  toApple: 'Add to Apple Wallet',
  toGoogle: 'Add to Google Wallet',
};

export interface CardWords {
  none: string;
  show: string;
  qrCode: string;
  code: string;
  askForIt: string;
  rewards: string;
  cost: (amount: string, unit: 'STAMPS' | 'POINTS') => string;
  holder: (name: string) => string;
  stamps: (collected: number, required: number) => string;
  moreStamps: (missing: number, reward: string) => string;
  points: (points: number) => string;
  pointsName: (points: number) => string;
  morePoints: (missing: string, reward: string) => string;
  enoughPoints: (reward: string) => string;
  waiting: (count: number) => string;
  howTo: string;
  until: (day: string) => string;
  endless: string;
  ladder: string;
  redeemable: string;
  missing: (points: string) => string;
  earlier: string;
  used: (day: string) => string;
  expired: (day: string) => string;
  voided: string;
  withdrawn: (time: string) => string;
  paused: string;
  pausedSince: (time: string) => string;
}

const some = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export const card: CardWords = {
  none: 'There is no loyalty card at this address.',
  show: 'Show this at the till',
  qrCode: 'QR code of this card',
  code: 'Number',
  askForIt: 'Ask for this card at the counter.',
  rewards: 'Rewards',
  cost: (amount, unit) => `${amount} ${unit === 'STAMPS' ? 'stamps' : 'points'}`,
  holder: (name) => `Card of ${name}`,
  stamps: (collected, required) =>
    collected > required ? some(collected, 'stamp', 'stamps') : `${collected} of ${some(required, 'stamp', 'stamps')}`,
  moreStamps: (missing, reward) => `${some(missing, 'more stamp', 'more stamps')} for: ${reward}`,
  points: (points) => points.toLocaleString('en-GB'),
  pointsName: (points) => (points === 1 ? 'point' : 'points'),
  morePoints: (missing, reward) => `${missing} more points for: ${reward}`,
  enoughPoints: (reward) => `Enough for: ${reward}`,
  waiting: (count) => (count === 1 ? 'A reward is waiting for you' : `${count} rewards are waiting for you`),
  howTo: 'Show this card at the till and ask for it.',
  until: (day) => `Until ${day}`,
  endless: 'Does not expire',
  ladder: 'What points are worth',
  redeemable: 'you have enough',
  missing: (points) => `${points} more`,
  earlier: 'Earlier rewards',
  used: (day) => `used on ${day}`,
  expired: (day) => `expired on ${day}`,
  voided: 'No longer valid',
  withdrawn: (time) => `Cancelled on ${time}`,
  paused: 'Not available at the moment',
  pausedSince: (time) => `Paused since ${time}`,
};
