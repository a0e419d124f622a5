import { defaultLabels, type LandingFieldKind } from '../../coupons/landing-page/landing-page.ts';
import type { PageLanguage } from '../offer/page-language.ts';

/** The text of the public page of a coupon. */
interface LandingWords {
  /** The labels of fields without one of their own. */
  labels: Partial<Record<LandingFieldKind, string>>;
  phoneHint: string;
  optional: string;
  formTitle: string;
  submit: string;
  trap: string;
  /** Why nobody gets a coupon here: a name, and a line below it. */
  states: Record<'EXAMPLE' | 'USED_UP' | 'PERSONAL', [name: string, line: string]>;
  missing: string;
  tooLong: (most: number) => string;
  noEmail: string;
  noPhone: string;
  noConsent: string;
  trapped: string;
  correct: string;
  tooEarly: string;
  tooOld: string;
  formUsed: string;
  hasOne: Record<'EMAIL' | 'PHONE', string>;
  tooMany: string;
  otherSite: string;
  notFound: string;
  nothingHere: string;
}

export const landingWords: Record<PageLanguage, LandingWords> = {
  en: {
    labels: defaultLabels.en,
    phoneHint: 'With the country code, such as +44 7911 123456',
    optional: 'optional',
    formTitle: 'Get your coupon',
    submit: 'Get my coupon',
    trap: 'Leave this field empty',
    states: {
      EXAMPLE: ['Sample only', 'Nobody can redeem this offer.'],
      USED_UP: ['All claimed', 'All coupons have been claimed.'],
      PERSONAL: [
        'By personal link only',
        'To redeem this offer you need a link of your own, such as one from an email or a text message.',
      ],
    },
    missing: 'Please fill in this field.',
    tooLong: (most) => `At most ${most} characters.`,
    noEmail: 'This is not an email address.',
    noPhone: 'This is not a phone number with a country code, such as +44 7911 123456.',
    noConsent: 'Please agree to get a coupon.',
    trapped: 'Please leave the last field empty. It is for programs that fill in every field.',
    correct: 'Please check what is marked below.',
    tooEarly: 'That was very quick. Please send the form once more.',
    tooOld: 'The form was open for too long. Please send it once more.',
    formUsed: 'This form was already used. Please send it once more.',
    hasOne: {
      EMAIL: 'This email address has already claimed this offer. Please use the link that you received.',
      PHONE: 'This number has already claimed this offer. Please use the link that you received.',
    },
    tooMany: 'Too many coupons were asked for from your network. Please try again in a few minutes.',
    otherSite: 'Another website sent this form. Please fill it in here.',
    notFound: 'Not found',
    nothingHere: 'There is no coupon at this address.',
  },
  de: {
    labels: defaultLabels.de,
    phoneHint: 'Mit Landesvorwahl, etwa +49 151 23456789',
    optional: 'freiwillig',
    formTitle: 'Gutschein holen',
    submit: 'Gutschein holen',
    trap: 'Dieses Feld leer lassen',
    states: {
      EXAMPLE: ['Nur ein Beispiel', 'Dieses Angebot lässt sich nicht einlösen.'],
      USED_UP: ['Alle vergeben', 'Jeder Gutschein dieses Angebots hat schon jemanden gefunden.'],
      PERSONAL: [
        'Nur mit persönlichem Link',
        'Für dieses Angebot brauchen Sie einen eigenen Link, etwa aus einer E-Mail oder SMS.',
      ],
    },
    missing: 'Bitte füllen Sie dieses Feld aus.',
    tooLong: (most) => `Höchstens ${most} Zeichen.`,
    noEmail: 'Das ist keine E-Mail-Adresse.',
    noPhone: 'Das ist keine Telefonnummer mit Landesvorwahl, etwa +49 151 23456789.',
    noConsent: 'Bitte stimmen Sie zu, um einen Gutschein zu erhalten.',
    trapped: 'Bitte lassen Sie das letzte Feld leer. Es ist für Programme, die jedes Feld ausfüllen.',
    correct: 'Bitte prüfen Sie, was unten markiert ist.',
    tooEarly: 'Das ging sehr schnell. Bitte senden Sie das Formular noch einmal ab.',
    tooOld: 'Das Formular war zu lange geöffnet. Bitte senden Sie es noch einmal ab.',
    formUsed: 'Dieses Formular wurde schon benutzt. Bitte senden Sie es noch einmal ab.',
    hasOne: {
      EMAIL: 'Diese E-Mail-Adresse hat schon einen Gutschein dieses Angebots. Bitte nutzen Sie Ihren Link.',
      PHONE: 'Diese Nummer hat schon einen Gutschein dieses Angebots. Bitte nutzen Sie Ihren Link.',
    },
    tooMany: 'Aus Ihrem Netz kamen zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    otherSite: 'Eine andere Website hat dieses Formular gesendet. Bitte füllen Sie es hier aus.',
    notFound: 'Nicht gefunden',
    nothingHere: 'Unter dieser Adresse gibt es keinen Gutschein.',
  },
};
