import type { PageLanguage } from '../offer/page-language.ts';

interface CardWords {
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

export const cardWords: Record<PageLanguage, CardWords> = {
  en: {
    none: 'There is no loyalty card at this address.',
    show: 'Show this at the till',
    qrCode: 'QR code of this card',
    code: 'Number',
    askForIt: 'Ask for this card at the counter.',
    rewards: 'Rewards',
    cost: (amount, unit) => `${amount} ${unit === 'STAMPS' ? 'stamps' : 'points'}`,
    holder: (name) => `Card of ${name}`,
    stamps: (collected, required) =>
      collected > required
        ? some(collected, 'stamp', 'stamps')
        : `${collected} of ${some(required, 'stamp', 'stamps')}`,
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
  },
  de: {
    none: 'Unter dieser Adresse gibt es keine Kundenkarte.',
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
  },
};
