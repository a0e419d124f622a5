import type { outbox as english } from '../en/outbox-en.ts';

export const outbox: typeof english = {
  title: 'Postausgang',
  lead: 'Nachrichten, die der Dienst abgefangen hat, statt sie zu senden. Die neueste steht oben.',
  none: 'Noch keine Nachrichten.',
  newer: 'Neuere',
  older: 'Ältere',
  missing: 'Unter dieser Adresse gibt es keine Nachricht.',
  frame: 'HTML-Fassung der Nachricht',
  noSubject: '(kein Betreff)',
  entry: (channel, to, time) => `${channel} an ${to}, ${time}`,
  headers: {
    message: 'Nachricht',
    channel: 'Kanal',
    from: 'Von',
    to: 'An',
    subject: 'Betreff',
    unsubscribe: 'Abmelden',
    captured: 'Abgefangen',
  },
  signIn: 'Anmelden',
  signInHint: 'Melden Sie sich mit einem API-Schlüssel an, der das Recht ADMIN hat.',
  key: 'ID des Schlüssels',
  secret: 'Geheimnis',
  signOut: 'Abmelden',
  problems: {
    UNAUTHENTICATED: 'Die ID des Schlüssels oder das Geheimnis ist falsch.',
    FORBIDDEN: 'Dieser Schlüssel hat das Recht ADMIN nicht, oder das Formular kam von einer anderen Adresse.',
    TOO_MANY_REQUESTS: 'Zu viele Versuche. Bitte versuchen Sie es später noch einmal.',
  },
};
