/** The texts of passes. A pass contains the English text, which is the key of its translations. */
type PassText =
  | 'Status'
  | 'Ready to use'
  | 'Claimed'
  | 'Redeemed'
  | 'Expired'
  | 'No longer valid'
  | 'Not valid yet'
  | 'Not available at the moment'
  | 'Valid until'
  | 'Now valid until %@'
  | 'Does not expire'
  | 'Days valid once claimed'
  | 'Latest message'
  | 'No messages yet'
  | 'Offer'
  | 'Details'
  | 'Conditions'
  | 'Terms and conditions'
  | 'Offered by'
  | 'Points'
  | 'You now have %@ points'
  | 'Stamps'
  | 'Your stamps: %@'
  | 'Rewards'
  | 'Your rewards: %@'
  | 'None';

export interface PassWords {
  /** The label of the value of an offer in Google Wallet. */
  value: string;
  /** All translations, or none in English. */
  translations: Readonly<Record<PassText, string>> | Readonly<Record<string, never>>;
}

export const pass: PassWords = { value: 'Value', translations: {} };
