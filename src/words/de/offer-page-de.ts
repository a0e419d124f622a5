import type {
  card as englishCard,
  offerPage as englishOfferPage,
  sessionPage as englishSessionPage,
} from '../en/offer-page-en.ts';

export const offerPage: typeof englishOfferPage = {
  offeredBy: 'Ein Angebot von',
  pictures: (name) => `Bilder von ${name}`,
  validAt: 'Gültig in',
  validAtMany: (count: number) => `Gültig in ${count} Filialen`,
  terms: 'Bedingungen',
};

export const sessionPage: typeof englishSessionPage = {
  show: 'An der Kasse vorzeigen',
  worth: (amount) => `Wert: ${amount}`,
  qrCode: 'QR-Code dieses Gutscheins',
  barcode: 'Barcode dieses Gutscheins',
  code: 'Code',
  validUntil: (time) => `Gültig bis ${time}`,
  validForDays: (days) => (days === 1 ? 'Nach dem Abholen einen Tag gültig' : `Nach dem Abholen ${days} Tage gültig`),
  endless: 'Unbegrenzt gültig',
  states: {
    VOIDED: ['Nicht mehr gültig', (time) => `Storniert am ${time}`],
    REDEEMED: ['Eingelöst', (time) => `Am ${time}`],
    EXPIRED: ['Abgelaufen', (time) => `Am ${time}`],
    LOCKED: ['Zurzeit nicht verfügbar', (time) => `Gesperrt seit ${time}`],
    FUTURE: ['Noch nicht gültig', (time) => `Gültig ab ${time}`],
    HELD: ['Von einer Kasse reserviert', (time) => `Bis ${time}`],
  },
  toApple: 'Zu Apple Wallet hinzufügen',
  toGoogle: 'Zu Google Wallet hinzufügen',
};

const some = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export const card: typeof englishCard = {
  show: 'An der Kasse vorzeigen',
  qrCode: 'QR-Code dieser Karte',
  code: 'Nummer',
  askForIt: 'Diese Karte erhalten Sie an der Kasse.',
  rewards: 'Prämien',
  cost: (amount, unit) => `${amount} ${unit === 'STAMPS' ? 'Stempel' : amount === '1' ? 'Punkt' : 'Punkte'}`,
  holder: (name) => `Karte von ${name}`,
  stamps: (collected, required) =>
    collected > required ? `${collected} Stempel` : `${collected} von ${some(required, 'Stempel', 'Stempeln')}`,
  moreStamps: (missing, reward) => `Noch ${missing} Stempel bis: ${reward}`,
  points: (points) => points.toLocaleString('de-DE'),
  pointsName: (points) => (points === 1 ? 'Punkt' : 'Punkte'),
  morePoints: (missing, reward) => `Noch ${missing} ${missing === '1' ? 'Punkt' : 'Punkte'} bis: ${reward}`,
  enoughPoints: (reward) => `Genug für: ${reward}`,
  waiting: (count) => (count === 1 ? 'Eine Prämie wartet auf Sie' : `${count} Prämien warten auf Sie`),
  howTo: 'Zeigen Sie zum Einlösen diese Karte an der Kasse vor.',
  until: (day) => `Bis ${day}`,
  endless: 'Unbegrenzt gültig',
  expiring: (amount, day) => `${amount} ${amount === '1 Punkt' ? 'verfällt' : 'verfallen'} nach dem ${day}.`,
  perDay: (amount) => `Höchstens ${amount} am Tag.`,
  stampLadder: 'Prämien für Stempel',
  ladder: 'Prämien für Punkte',
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
