import type { landingPage as english } from '../en/landing-page-en.ts';

export const landingPage: typeof english = {
  labels: { FIRST_NAME: 'Vorname', LAST_NAME: 'Nachname', EMAIL: 'E-Mail', PHONE: 'Handynummer' },
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
};
