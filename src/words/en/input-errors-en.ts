import type { TableFault } from '../../kernel/values/csv.ts';

type Amount = (number: string) => string;

/** What people read below a field if the service refuses its value. */
export const inputErrors = {
  /** The text below a field that has a value on each line. */
  line: (line: string, what: string) => `Line ${line}: ${what}`,
  codes: (number: string, what: string) => (number === '1' ? `1 code: ${what}` : `${number} codes: ${what}`),
  min: {
    characters: (number) => `Enter at least ${number} characters.`,
    items: (number) => `At least ${number} are needed.`,
    value: (number) => `Enter ${number} or more.`,
  } satisfies Record<string, Amount>,
  max: {
    characters: (number) => `Enter at most ${number} characters.`,
    items: (number) => `At most ${number} are allowed.`,
    value: (number) => `Enter ${number} or less.`,
  } satisfies Record<string, Amount>,
  between: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
  /** The texts for each kind of field. */
  kinds: {
    text: 'This text is not accepted here. Please change it.',
    email: 'Enter an email address such as ada@example.com.',
    tel: 'Enter a phone number with its country code, such as +44 7911 123456.',
    url: 'Enter the whole address, such as https://example.com/bread.',
    password: 'This password is not accepted. Please choose another.',
    textarea: 'This text is not accepted here. Please change it.',
    lines: 'This line is not accepted. Please change or remove it.',
    number: 'Enter a whole number.',
    decimal: 'Enter an amount such as 4.50.',
    float: 'Enter a number such as 2.5.',
    select: 'Please choose one of these.',
    checks: 'Please choose from these.',
    checkbox: 'Please choose again.',
    date: 'Enter a day.',
    moment: 'Enter a day and a time.',
    local: 'Enter a day and a time.',
    color: 'Please choose a color.',
  },
  /** The reasons why a file was not read to its end. */
  tables: {
    OPEN_QUOTE: (line) => `A quotation mark on line ${line} is not closed.`,
    LONG_LINE: (line) => `Line ${line} is too long. A closing quotation mark may be missing.`,
    MANY_CELLS: (line) => `Line ${line} has too many cells.`,
    MANY_ROWS: (line) => `A file can have at most ${line} lines. Send the rest in another file.`,
    NOT_TEXT: (line) => `From line ${line} on, the file is not text. Save it as CSV in UTF-8.`,
    NO_COLUMN: () =>
      'No column has the right name. Put “email”, “phone” or “code” into the first line, above the values.',
    SEVERAL_COLUMNS: (line) => `Line ${line} names several columns of codes. Leave one of them in the file.`,
    ODD_LINE: (line) =>
      `Line ${line} is unlike all others. If it is a header, change it to “code”. Otherwise, remove it.`,
    SHORTENED_NUMBER: (line) => `The spreadsheet has shortened a number on line ${line}. Format the column as text.`,
    OTHER: (line) => `Line ${line} cannot be read.`,
  } satisfies Record<TableFault, (line: string) => string>,
};
