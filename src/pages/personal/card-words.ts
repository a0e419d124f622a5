import type { PageLanguage } from '../offer/page-language.ts';

const some = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

const en = {
  show: 'Show this at the till',
  qrCode: 'QR code of this card',
  code: 'Number',
  askForIt: 'Ask for this card at the counter.',
  rewards: 'Rewards',
  cost: (amount: string, unit: 'STAMPS' | 'POINTS') => `${amount} ${unit === 'STAMPS' ? 'stamps' : 'points'}`,
  holder: (name: string) => `Card of ${name}`,
  stamps: (collected: number, required: number) =>
    collected > required ? some(collected, 'stamp', 'stamps') : `${collected} of ${some(required, 'stamp', 'stamps')}`,
  moreStamps: (missing: number, reward: string) => `${some(missing, 'more stamp', 'more stamps')} for: ${reward}`,
  points: (points: number) => points.toLocaleString('en-GB'),
  pointsName: (points: number): string => (points === 1 ? 'point' : 'points'),
  morePoints: (missing: string, reward: string) => `${missing} more points for: ${reward}`,
  enoughPoints: (reward: string) => `Enough for: ${reward}`,
  waiting: (count: number) => (count === 1 ? 'A reward is waiting for you' : `${count} rewards are waiting for you`),
  howTo: 'Show this card at the till and ask for it.',
  until: (day: string) => `Until ${day}`,
  endless: 'Does not expire',
  ladder: 'What points are worth',
  redeemable: 'you have enough',
  missing: (points: string) => `${points} more`,
  earlier: 'Earlier rewards',
  used: (day: string) => `used on ${day}`,
  expired: (day: string) => `expired on ${day}`,
  voided: 'No longer valid',
  withdrawn: (time: string) => `Cancelled on ${time}`,
  paused: 'Not available at the moment',
  pausedSince: (time: string) => `Paused since ${time}`,
};

const de: typeof en = {
  show: 'An der Kasse vorzeigen',
  qrCode: 'QR-Code dieser Karte',
  code: 'Nummer',
  askForIt: 'Diese Karte gibt es an der Theke.',
  rewards: 'Prämien',
  cost: (amount, unit) => `${amount} ${unit === 'STAMPS' ? 'Stempel' : 'Punkte'}`,
  holder: (name) => `Karte von ${name}`,
  stamps: (collected, required) =>
    collected > required ? `${collected} Stempel` : `${collected} von ${some(required, 'Stempel', 'Stempeln')}`,
  moreStamps: (missing, reward) => `Noch ${missing} Stempel bis: ${reward}`,
  points: (points) => points.toLocaleString('de-DE'),
  pointsName: (points) => (points === 1 ? 'Punkt' : 'Punkte'),
  morePoints: (missing, reward) => `Noch ${missing} Punkte bis: ${reward}`,
  enoughPoints: (reward) => `Genug für: ${reward}`,
  waiting: (count) => (count === 1 ? 'Eine Prämie wartet' : `${count} Prämien warten`),
  howTo: 'Karte an der Kasse vorzeigen und danach fragen.',
  until: (day) => `Bis ${day}`,
  endless: 'Unbegrenzt gültig',
  ladder: 'Was es für Punkte gibt',
  redeemable: 'genug Punkte',
  missing: (points) => `noch ${points}`,
  earlier: 'Frühere Prämien',
  used: (day) => `eingelöst am ${day}`,
  expired: (day) => `abgelaufen am ${day}`,
  voided: 'Nicht mehr gültig',
  withdrawn: (time) => `Storniert am ${time}`,
  paused: 'Zurzeit nicht verfügbar',
  pausedSince: (time) => `Pausiert seit ${time}`,
};

export const cardWords: Record<PageLanguage, typeof en> = { en, de };
