import type { failures as englishFailures, messages as englishMessages } from '../en/messages-en.ts';

export const messages: typeof englishMessages = {
  notFound: 'Nicht gefunden',
  noPage: 'Unter dieser Adresse gibt es keine Seite.',
  noDirectory: 'Unter dieser Adresse gibt es kein Verzeichnis.',
  noCoupon: 'Unter dieser Adresse gibt es keinen Gutschein.',
  noCard: 'Unter dieser Adresse gibt es keine Kundenkarte.',
  noPass: 'Unter dieser Adresse gibt es keine Wallet-Karte.',
  noUnsubscribing: 'Dieser Link zum Abmelden ist nicht gültig.',
  unavailable: 'Zurzeit nicht erreichbar',
  tooManyPages: 'Zu viele Seiten sind geöffnet.',
  unsubscribe: 'Abmelden',
  unsubscribeFrom: (account) => `Von ${account} abmelden`,
  unsubscribeAsk: (account, address) => `Möchten Sie an ${address} keine E-Mails von ${account} mehr erhalten?`,
  unsubscribed: 'Sie sind abgemeldet',
  unsubscribedFrom: (account, address) => `${account} schickt keine E-Mails mehr an ${address}.`,
  google: {
    CAPTURED: [
      'Keine echte Wallet-Karte',
      'Dieses Konto testet Google Wallet nur und erstellt keine echte Wallet-Karte.',
    ],
    DEFERRED: ['Bitte versuchen Sie es noch einmal', 'Google Wallet kann die Wallet-Karte gerade nicht hinzufügen.'],
    REFUSED: [
      'Wallet-Karte abgelehnt',
      'Google Wallet nimmt diese Wallet-Karte nicht an. Bitte zeigen Sie an der Kasse die vorige Seite.',
    ],
  },
};

export const failures: typeof englishFailures = {
  unreadable: ['Ungültige Anfrage', 'Der Dienst konnte diese Anfrage nicht lesen.'],
  gone: ['Nicht gefunden', 'Diesen Inhalt gibt es nicht mehr.'],
  badAddress: ['Ungültige Anfrage', 'Diese Adresse ist nicht oder nicht mehr gültig.'],
  tooMany: ['Zu viele Anfragen', 'Bitte versuchen Sie es gleich noch einmal.'],
  unavailable: [
    'Zurzeit nicht erreichbar',
    'Der Dienst ist zurzeit nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  ],
  notPossible: (text) => ['Nicht möglich', text],
  internal: (requestId) => ['Etwas ist schiefgegangen', `Die ID dieser Anfrage ist ${requestId}.`],
};
