/** The text of passes. A pass contains the English text, which is the key of its translations. */
export interface PassWords {
  /** The label of the value of an offer in Google Wallet. */
  value: string;
  translations: Readonly<Record<string, string>>;
}

export const pass: PassWords = { value: 'Value', translations: {} };
