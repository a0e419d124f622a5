import type { front as english } from '../en/front-en.ts';

export const front: typeof english = {
  service: 'Kampagnendienst',
  navigation: 'Dienst',
  places: { console: 'Konsole', guides: 'Anleitungen', graphiql: 'GraphiQL', rest: 'REST-Referenz' },
  title: 'Kampagnen mit genauen Zahlen',
  lead: 'Gutscheine und ihre Einlösung, Kundenkarten, Verzeichnisse mit Mitgliedern, Kontakte, Versand per E-Mail und SMS, Wallet-Karten und Webhooks: in der Konsole, über GraphQL und über REST.',
  demo: 'Demo öffnen',
  demoHint:
    'Die Demo zeigt ein Jahr aus dem Betrieb einer kleinen Bäckereikette. Auf diesem Rechner brauchen Sie kein Passwort.',
  console: 'Konsole öffnen',
  developers: 'Für Entwickler',
  references: {
    graphiql: ['GraphiQL', 'Das GraphQL-Schema ansehen und Abfragen ausführen, mit Beispielen.'],
    rest: ['REST-Referenz', 'Die REST-Pfade nachschlagen und Anfragen an sie senden.'],
    openapi: ['OpenAPI-Dokument', 'Die REST-Pfade in andere Programme importieren.'],
    outbox: ['Postausgang', 'Nachrichten lesen, die der Dienst abgefangen hat, statt sie zu senden.'],
    readiness: ['Bereitschaft', 'Prüfen, ob die Datenbank erreichbar, migriert und beschreibbar ist.'],
  },
  guides: 'Anleitungen (auf Englisch)',
  guideList: {
    console: ['Die Konsole', 'Kampagnen im Browser verwalten.'],
    migrating: ['Umstieg', 'Programme von den Pfaden /v3 und /v4 umstellen.'],
    webhooks: ['Webhooks', 'Ereignisse empfangen und prüfen, von wem sie stammen.'],
    sending: ['Versand', 'E-Mails und SMS an eine Person oder eine Gruppe senden.'],
    operating: ['Betrieb', 'Den Dienst betreiben: Datenbanken, Prozesse, Updates und Backups.'],
    all: ['Alle Anleitungen', 'Wallet-Karten, Statistik, Sicherheit und mehr nachlesen.'],
  },
};
