import type { landing as english } from '../en/landing-en.ts';

export const landing: typeof english = {
  address: 'Öffentliche Seite',
  qrCode: 'QR-Code der öffentlichen Seite',
  download: 'QR-Code herunterladen',
  given: (amount, limit) =>
    limit === null ? `Hier abgeholte Gutscheine: ${amount}` : `Hier abgeholte Gutscheine: ${amount} von ${limit}`,
  preview: 'Was Besucher sehen',
  previewHint: 'Die gespeicherte Seite.',
  livePreviewHint: 'Noch nicht gespeichert. Besucher sehen die Seite so, sobald Sie speichern.',
  groups: { page: 'Die Seite', contact: 'Name und Kontakt', questions: 'Eigene Fragen' },
  saved: 'Die öffentliche Seite wurde gespeichert.',
  open: 'Besucher erhalten hier einen Gutschein',
  openHint: 'Sonst zeigt die Seite nur das Angebot, und Kunden brauchen einen persönlichen Link.',
  unique: 'Ein Gutschein pro Person',
  uniqueHint:
    'Erkennt eine Person an diesem Feld, nach dem das Formular fragen muss. Lassen Sie das Feld leer, um mehrere pro Person zu erlauben.',
  uniqueError: 'Wählen Sie ein Feld, nach dem das Formular fragt.',
  limit: 'Anzahl der Gutscheine',
  limitHint: 'Sind alle abgeholt, steht das auf der Seite. Bleibt das Feld leer, gibt es keine Grenze.',
  consent: 'Einwilligung',
  consentHint: 'Besucher müssen ein Kästchen neben diesem Text ankreuzen. Bleibt das Feld leer, gibt es kein Kästchen.',
  kinds: { FIRST_NAME: 'Vorname', LAST_NAME: 'Nachname', EMAIL: 'E-Mail-Adresse', PHONE: 'Handynummer' },
  custom: (number) => `Eigenes Feld ${number}: Ihre Frage`,
  optional: 'Danach fragen',
  required: 'Pflichtfeld',
  labelOf: (field) => `${field}: eigene Beschriftung`,
  labelHint: 'Bleibt das Feld leer, steht hier die übliche Beschriftung in der Sprache des Besuchers.',
  labelError: 'Verwenden Sie höchstens 80 Zeichen ohne Tabulator und eine Beschriftung, die keine andere Frage hat.',
  neededOf: (field) => `${field} – Pflichtfeld`,
};
