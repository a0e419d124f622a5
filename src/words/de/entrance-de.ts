import type { entrance as english } from '../en/entrance-en.ts';

export const entrance: typeof english = {
  home: 'Konsole',
  fields: {
    email: 'E-Mail-Adresse',
    name: 'Ihr Name (freiwillig)',
    password: 'Passwort',
    newPassword: (min) => `Passwort, mindestens ${min} Zeichen`,
  },
  signIn: {
    title: 'Anmelden',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    again:
      'Sie wurden abgemeldet. Melden Sie sich an, um fortzufahren. Ihre Eingaben bleiben erhalten, außer Passwörtern.',
  },
  forgotten: {
    title: 'Passwort vergessen',
    lead: 'Wir schicken Ihnen per E-Mail einen Link, mit dem Sie ein neues Passwort festlegen können.',
    submit: 'Link schicken',
    sent: 'Prüfen Sie Ihr Postfach',
    onItsWay:
      'Wenn Sie sich mit dieser Adresse hier anmelden können und dort E-Mails des Dienstes ankommen, ist ein Link unterwegs.',
    otherwise: 'Andernfalls bitten Sie einen Inhaber Ihres Kontos um einen Link.',
  },
  invitation: {
    title: (account) => (account ? `${account} beitreten` : 'Beitreten'),
    lead: (email) =>
      `Sie treten als ${email} bei. Wenn Sie sich mit dieser Adresse hier schon anmelden können, geben Sie Ihr Passwort ein. Danach können Sie zwischen Ihren Konten wechseln. Andernfalls wählen Sie ein neues Passwort.`,
    submit: 'Beitreten',
  },
  reset: {
    title: 'Neues Passwort',
    lead: 'In allen anderen Browsern werden Sie dann abgemeldet.',
    submit: 'Speichern und anmelden',
  },
  setup: {
    title: 'Konsole einrichten',
    lead: 'Noch kann sich niemand anmelden. Sie werden Inhaber des ersten Kontos und können dann andere einladen.',
    submit: 'Einrichten',
  },
  wrongAddress: 'Das ist keine E-Mail-Adresse.',
  wrongLength: (min, max) => `Das Passwort muss ${min} bis ${max} Zeichen haben.`,
  problems: {
    UNKNOWN: 'Dieser Link ist nicht gültig.',
    USED: 'Dieser Link wurde schon verwendet. Jeder Link funktioniert nur einmal.',
    EXPIRED: 'Dieser Link ist abgelaufen.',
    WRONG: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    GUESSABLE:
      'Dieses Passwort ist leicht zu erraten. Bitte wählen Sie ein anderes, zum Beispiel vier Wörter, die nichts miteinander zu tun haben.',
    TOO_MANY: 'Zu viele Versuche. Bitte versuchen Sie es in 15 Minuten noch einmal.',
    FULL: 'Das Konto hat bereits die Höchstzahl an Personen.',
  },
  refused: {
    title: 'Dieser Link funktioniert nicht',
    advice: 'Bitte lassen Sie sich einen neuen Link geben oder melden Sie sich mit Ihrem Passwort an.',
  },
  otherSite: { title: 'Nicht erlaubt', text: 'Der Dienst nimmt dieses Formular nur von seinen eigenen Seiten an.' },
  notFound: {
    title: 'Nicht gefunden',
    text: 'Unter dieser Adresse gibt es keine Seite.',
    mail: 'Unter dieser Adresse gibt es keine E-Mail.',
  },
  signedOut: { title: 'Abgemeldet', text: 'Bitte melden Sie sich wieder an.' },
};
