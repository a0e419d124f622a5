import type { landingPage as english } from '../en/landing-page-en.ts';

export const landingPage: typeof english = {
  labels: { FIRST_NAME: 'Vorname', LAST_NAME: 'Nachname', EMAIL: 'E-Mail', PHONE: 'Handynummer' },
  phoneHint: 'Mit Landesvorwahl, zum Beispiel +49 151 23456789',
  optional: 'optional',
  formTitle: 'Gutschein abholen',
  submit: 'Gutschein abholen',
  trap: 'Dieses Feld leer lassen',
  states: {
    EXAMPLE: ['Nur ein Beispiel', 'Dieses Angebot lässt sich nicht einlösen.'],
    USED_UP: ['Alle abgeholt', 'Alle Gutscheine dieses Angebots wurden schon abgeholt.'],
    PERSONAL: [
      'Nur mit persönlichem Link',
      'Für dieses Angebot brauchen Sie einen persönlichen Link, zum Beispiel aus einer E-Mail oder SMS.',
    ],
  },
  missing: 'Bitte füllen Sie dieses Feld aus.',
  tooLong: (max) => `Höchstens ${max} Zeichen.`,
  noEmail: 'Das ist keine E-Mail-Adresse.',
  noPhone: 'Das ist keine Telefonnummer mit Landesvorwahl, zum Beispiel +49 151 23456789.',
  noConsent: 'Um einen Gutschein zu erhalten, kreuzen Sie bitte das Kästchen an.',
  trapped: 'Bitte lassen Sie das letzte Feld leer. Es dient nur der Erkennung von Spam.',
  correct: 'Bitte prüfen Sie die markierten Felder.',
  tooEarly: 'Das ging sehr schnell. Bitte senden Sie das Formular noch einmal ab.',
  tooOld: 'Das Formular war zu lange geöffnet. Bitte senden Sie es noch einmal ab.',
  formUsed: 'Dieses Formular wurde schon verwendet. Bitte senden Sie es noch einmal ab.',
  hasOne: {
    EMAIL:
      'Mit dieser E-Mail-Adresse wurde dieser Gutschein schon abgeholt. Bitte verwenden Sie den Link, den Sie erhalten haben.',
    PHONE:
      'Mit dieser Nummer wurde dieser Gutschein schon abgeholt. Bitte verwenden Sie den Link, den Sie erhalten haben.',
  },
  tooMany: 'Aus Ihrem Netz kamen zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  otherSite: 'Eine andere Website hat dieses Formular gesendet. Bitte füllen Sie es hier aus.',
};
