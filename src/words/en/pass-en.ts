/** The texts of passes. A pass contains the English text, by which phones find the translation. */
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
  | 'Next reward'
  | 'Expiring points'
  | 'None';

export interface PassWords {
  /** The label of an offer's value in Google Wallet. */
  value: string;
  /** All translations. English has none. */
  translations: Readonly<Record<PassText, string>> | Readonly<Record<string, never>>;
}

export const pass: PassWords = { value: 'Value', translations: {} };
