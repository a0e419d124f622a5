import type { PageLanguage } from '../offer/page-language.ts';

const en = {
  notFound: 'Not found',
  noPage: 'There is no page at this address.',
  noDirectory: 'There is no directory at this address.',
  noCoupon: 'There is no coupon at this address.',
  noCard: 'There is no loyalty card at this address.',
  noPass: 'There is no pass at this address.',
  noUnsubscribing: 'This unsubscribe link is not valid.',
  unavailable: 'Temporarily unavailable',
  tooManyPages: 'Too many pages are open.',
  unsubscribe: 'Unsubscribe',
  unsubscribeFrom: (account: string) => `Unsubscribe from ${account}`,
  unsubscribeAsk: (account: string, address: string) =>
    `Do you want to stop receiving emails from ${account} at ${address}?`,
  unsubscribed: 'You are unsubscribed',
  unsubscribedFrom: (account: string, address: string) => `${account} will send no more emails to ${address}.`,
  /** Why Google Wallet adds no pass. */
  google: {
    CAPTURED: ['No real pass', 'This account only tries Google Wallet out, so it makes no real pass.'],
    DEFERRED: ['Please try again', 'Google Wallet cannot add the pass at the moment.'],
    REFUSED: ['No pass', 'Google Wallet does not accept this pass. Please use the former page at the till.'],
  } satisfies Record<string, [title: string, text: string]>,
};

const de: typeof en = {
  notFound: 'Nicht gefunden',
  noPage: 'Unter dieser Adresse gibt es keine Seite.',
  noDirectory: 'Unter dieser Adresse gibt es kein Verzeichnis.',
  noCoupon: 'Unter dieser Adresse gibt es keinen Gutschein.',
  noCard: 'Unter dieser Adresse gibt es keine Kundenkarte.',
  noPass: 'Unter dieser Adresse gibt es keinen Pass.',
  noUnsubscribing: 'Dieser Link zum Abmelden ist nicht gültig.',
  unavailable: 'Zurzeit nicht erreichbar',
  tooManyPages: 'Zu viele Seiten sind geöffnet.',
  unsubscribe: 'Abmelden',
  unsubscribeFrom: (account) => `Von ${account} abmelden`,
  unsubscribeAsk: (account, address) => `Möchten Sie an ${address} keine E-Mails von ${account} mehr erhalten?`,
  unsubscribed: 'Sie sind abgemeldet',
  unsubscribedFrom: (account, address) => `${account} schickt keine E-Mails mehr an ${address}.`,
  google: {
    CAPTURED: ['Kein echter Pass', 'Dieses Konto probiert Google Wallet nur aus und macht keinen echten Pass.'],
    DEFERRED: ['Bitte versuchen Sie es noch einmal', 'Google Wallet kann den Pass gerade nicht hinzufügen.'],
    REFUSED: ['Kein Pass', 'Google Wallet nimmt diesen Pass nicht an. Bitte zeigen Sie an der Kasse die vorige Seite.'],
  },
};

/** The text of short pages that belong to no kind of offer. */
export const messageWords: Record<PageLanguage, typeof en> = { en, de };
