/** The text of passes. A pass contains the English text, which is the key of its translations. */
export interface PassWords {
  /** What Google calls the value of an offer. */
  value: string;
  translations: Readonly<Record<string, string>>;
}

export const pass: PassWords = { value: 'Value', translations: {} };
