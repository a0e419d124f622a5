/** The texts around an offer: the company, the pictures and the terms. */
export const offerPage = {
  offeredBy: 'Offered by',
  pictures: (name: string) => `Pictures of ${name}`,
  validAt: 'Valid at',
  validAtMany: (count: number) => `Valid at ${count} locations`,
  terms: 'Terms and conditions',
};

/** The text of a state: its name, and the line with the time below it. */
type StateWords = Record<
  'VOIDED' | 'REDEEMED' | 'EXPIRED' | 'LOCKED' | 'FUTURE' | 'HELD',
  [name: string, line: (time: string) => string]
>;

export const sessionPage = {
  show: 'Show this at the till',
  worth: (amount: string) => `Worth ${amount}`,
  qrCode: 'QR code of this coupon',
  barcode: 'Barcode of this coupon',
  code: 'Code',
  validUntil: (time: string) => `Valid until ${time}`,
  validForDays: (days: number) =>
    days === 1 ? 'Valid for one day once you have claimed it' : `Valid for ${days} days once you have claimed it`,
  endless: 'Does not expire',
  states: {
    VOIDED: ['No longer valid', (time) => `Cancelled on ${time}`],
    REDEEMED: ['Redeemed', (time) => `On ${time}`],
    EXPIRED: ['Expired', (time) => `On ${time}`],
    LOCKED: ['Not available at the moment', (time) => `Locked since ${time}`],
    FUTURE: ['Not valid yet', (time) => `Valid from ${time}`],
    HELD: ['In use at a till', (time) => `Reserved until ${time}`],
  } satisfies StateWords,
  toApple: 'Add to Apple Wallet',
  toGoogle: 'Add to Google Wallet',
};

const some = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export const card = {
  show: 'Show this at the till',
  qrCode: 'QR code of this card',
  code: 'Number',
  askForIt: 'Ask for this card at the till.',
  rewards: 'Rewards',
  cost: (amount: string, unit: 'STAMPS' | 'POINTS') =>
    `${amount} ${unit === 'STAMPS' ? 'stamp' : 'point'}${amount === '1' ? '' : 's'}`,
  holder: (name: string) => `Card of ${name}`,
  stamps: (collected: number, required: number) =>
    collected > required ? some(collected, 'stamp', 'stamps') : `${collected} of ${some(required, 'stamp', 'stamps')}`,
  moreStamps: (missing: number, reward: string) => `${some(missing, 'more stamp', 'more stamps')} for: ${reward}`,
  points: (points: number) => points.toLocaleString('en-GB'),
  pointsName: (points: number): string => (points === 1 ? 'point' : 'points'),
  morePoints: (missing: string, reward: string) =>
    `${missing} more ${missing === '1' ? 'point' : 'points'} for: ${reward}`,
  enoughPoints: (reward: string) => `Enough for: ${reward}`,
  waiting: (count: number) => (count === 1 ? 'A reward is waiting for you' : `${count} rewards are waiting for you`),
  howTo: 'To redeem, show this card at the till.',
  until: (day: string) => `Until ${day}`,
  endless: 'Does not expire',
  expiring: (amount: string, day: string) => `${amount} ${amount === '1 point' ? 'expires' : 'expire'} after ${day}.`,
  perDay: (amount: string) => `At most ${amount} a day.`,
  stampLadder: 'Rewards for stamps',
  ladder: 'Rewards for points',
  redeemable: 'you have enough',
  missing: (points: string) => `${points} more`,
  earlier: 'Earlier rewards',
  used: (day: string) => `redeemed on ${day}`,
  expired: (day: string) => `expired on ${day}`,
  voided: 'No longer valid',
  withdrawn: (time: string) => `Cancelled on ${time}`,
  paused: 'Not available at the moment',
  pausedSince: (time: string) => `Paused since ${time}`,
};
