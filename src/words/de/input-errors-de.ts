import type { inputErrors as english } from '../en/input-errors-en.ts';

export const inputErrors: typeof english = {
  line: (line, what) => `Zeile ${line}: ${what}`,
  codes: (number, what) => (number === '1' ? `1 Code: ${what}` : `${number} Codes: ${what}`),
  min: {
    characters: (number) => `Geben Sie mindestens ${number} Zeichen ein.`,
    items: (number) => `Mindestens ${number} sind nötig.`,
    value: (number) => `Geben Sie mindestens ${number} ein.`,
  },
  max: {
    characters: (number) => `Geben Sie höchstens ${number} Zeichen ein.`,
    items: (number) => `Höchstens ${number} sind möglich.`,
    value: (number) => `Geben Sie höchstens ${number} ein.`,
  },
  between: (min, max) => `Geben Sie eine ganze Zahl von ${min} bis ${max} ein.`,
  kinds: {
    text: 'Dieser Text ist hier nicht zulässig. Bitte ändern Sie ihn.',
    email: 'Geben Sie eine E-Mail-Adresse wie ada@example.com ein.',
    tel: 'Geben Sie eine Telefonnummer mit Landesvorwahl ein, zum Beispiel +49 170 1234567.',
    url: 'Geben Sie eine vollständige öffentliche Adresse ein, die mit https:// beginnt, zum Beispiel https://example.com/brot.',
    password: 'Dieses Passwort ist nicht zulässig. Bitte wählen Sie ein anderes.',
    textarea: 'Dieser Text ist hier nicht zulässig. Bitte ändern Sie ihn.',
    lines: 'Diese Zeile ist nicht zulässig. Bitte ändern oder entfernen Sie sie.',
    number: 'Geben Sie eine ganze Zahl ein.',
    decimal: 'Geben Sie einen Betrag wie 4,50 ein.',
    float: 'Geben Sie eine Zahl wie 2,5 ein.',
    select: 'Bitte wählen Sie eine der Möglichkeiten.',
    checks: 'Bitte wählen Sie aus diesen Möglichkeiten.',
    checkbox: 'Bitte wählen Sie noch einmal.',
    date: 'Geben Sie einen Tag ein.',
    moment: 'Geben Sie Tag und Uhrzeit ein.',
    local: 'Geben Sie Tag und Uhrzeit ein.',
    color: 'Bitte wählen Sie eine Farbe.',
  },
  tables: {
    OPEN_QUOTE: (line) => `Ein Anführungszeichen in Zeile ${line} wird nicht geschlossen.`,
    LONG_LINE: (line) => `Zeile ${line} ist zu lang. Vielleicht fehlt ein schließendes Anführungszeichen.`,
    MANY_CELLS: (line) => `Zeile ${line} hat zu viele Zellen.`,
    MANY_ROWS: (line) => `Eine Datei kann höchstens ${line} Zeilen haben. Senden Sie den Rest in einer weiteren Datei.`,
    NOT_TEXT: (line) => `Ab Zeile ${line} ist die Datei kein Text. Speichern Sie sie als CSV in UTF-8.`,
    EMPTY: () => 'Die Datei ist leer.',
    NO_COLUMN: () =>
      'Keine Spalte hat den richtigen Namen. Schreiben Sie „email“, „phone“ oder „code“ in die erste Zeile, über die Werte.',
    SEVERAL_COLUMNS: (line) => `Zeile ${line} nennt mehrere Spalten mit Codes. Behalten Sie nur eine davon.`,
    ODD_LINE: (line) =>
      `Zeile ${line} ist anders als alle anderen. Ist sie eine Überschrift, ändern Sie sie in „code“. Ist sie ein Code, fügen Sie eine erste Zeile „code“ ein. Sonst entfernen Sie sie.`,
    SHORTENED_NUMBER: (line) =>
      `Die Tabellenkalkulation hat eine Zahl in Zeile ${line} gekürzt. Formatieren Sie die Spalte als Text.`,
    OTHER: (line) => `Zeile ${line} kann nicht gelesen werden.`,
  },
};
