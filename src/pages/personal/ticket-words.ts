import type { PageLanguage } from '../offer/page-language.ts';
import type { TicketState } from './ticket-state.ts';

/** The text of a state: its name, and the line with the time below it. */
type StateWords = Record<Exclude<TicketState['kind'], 'USABLE'>, [name: string, line: (time: string) => string]>;

const en = {
  show: 'Show this at the till',
  worth: (amount: string) => `Worth ${amount}`,
  qrCode: 'QR code of this coupon',
  barcode: 'Barcode of this coupon',
  code: 'Code',
  validUntil: (time: string) => `Valid until ${time}`,
  validForDays: (days: number) =>
    days === 1 ? 'Valid for one day once you’ve claimed it' : `Valid for ${days} days once you’ve claimed it`,
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

const de: typeof en = {
  show: 'An der Kasse vorzeigen',
  worth: (amount) => `Wert: ${amount}`,
  qrCode: 'QR-Code dieses Gutscheins',
  barcode: 'Barcode dieses Gutscheins',
  code: 'Code',
  validUntil: (time) => `Gültig bis ${time}`,
  validForDays: (days) =>
    days === 1 ? 'Ab der ersten Nutzung einen Tag gültig' : `Ab der ersten Nutzung ${days} Tage gültig`,
  endless: 'Unbegrenzt gültig',
  states: {
    VOIDED: ['Nicht mehr gültig', (time) => `Storniert am ${time}`],
    REDEEMED: ['Eingelöst', (time) => `Am ${time}`],
    EXPIRED: ['Abgelaufen', (time) => `Am ${time}`],
    LOCKED: ['Zurzeit nicht verfügbar', (time) => `Gesperrt seit ${time}`],
    FUTURE: ['Noch nicht gültig', (time) => `Gültig ab ${time}`],
    HELD: ['An einer Kasse in Bearbeitung', (time) => `Reserviert bis ${time}`],
  },
  toApple: 'Zu Apple Wallet hinzufügen',
  toGoogle: 'Zu Google Wallet hinzufügen',
};

export const ticketWords: Record<PageLanguage, typeof en> = { en, de };
