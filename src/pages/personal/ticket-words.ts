import type { PageLanguage } from '../offer/page-language.ts';
import type { TicketState } from './ticket-state.ts';

/** The text of a state: its name, and the line with the time below it. */
type StateWords = Record<Exclude<TicketState['kind'], 'USABLE'>, [name: string, line: (time: string) => string]>;

interface TicketWords {
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

export const ticketWords: Record<PageLanguage, TicketWords> = {
  en: {
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
  },
  de: {
    none: 'Unter dieser Adresse gibt es keinen Gutschein.',
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
  },
};
