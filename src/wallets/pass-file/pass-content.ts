import { firstFilled } from '../../kernel/values/blank.ts';
import { type Instant, toIso } from '../../kernel/values/instant.ts';
import type { ShownDesign } from '../design/shown-design.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { WalletCampaign } from '../pass/wallet-campaign.ts';

/** A field of a pass. When its value changes, the phone shows `changeMessage` with the new value in place of `%@`. */
export interface PassField {
  key: string;
  value: string | number;
  label?: string;
  changeMessage?: string;
  currencyCode?: string;
  dateStyle?: 'PKDateStyleMedium';
  timeStyle?: 'PKDateStyleShort';
}

/** The groups of fields. A phone that finds several changed fields shows the message of the first. */
interface PassFields {
  secondaryFields?: PassField[];
  headerFields?: PassField[];
  primaryFields?: PassField[];
  auxiliaryFields?: PassField[];
  backFields: PassField[];
}

export interface PassBarcode {
  format: string;
  message: string;
  messageEncoding: string;
  altText?: string;
}

export interface PassContent {
  style: 'coupon' | 'storeCard';
  organization: string;
  heading: string;
  description: string;
  background: string;
  foreground: string;
  label: string;
  fields: PassFields;
  barcodes: PassBarcode[];
  isVoided: boolean;
  expiresAt: Instant | null;
  stamps?: { collected: number; required: number };
  design: Pick<ShownDesign, 'icon' | 'logo' | 'strip' | 'locations'>;
}

/** The last messages to one pass and to all passes of its campaign. */
export type Told = Pick<WalletPass, 'message' | 'messageChange'> & {
  campaign: Pick<WalletCampaign, 'message' | 'messageChange'> | null;
};

/** Returns the field of the last message. Every pass has it, because phones do not tell of a field that is new. */
export function messageField({ message, messageChange, campaign }: Told, { labels }: ShownDesign): PassField {
  const isCampaigns = (campaign?.messageChange ?? 0) > (messageChange ?? 0);
  const last = isCampaigns ? campaign?.message : message;
  const label = firstFilled(labels.message, 'Latest message');
  return { key: 'message', label, value: last ?? 'No messages yet', changeMessage: '%@' };
}

export function textFields(texts: Record<string, [label: string, text: string | null | undefined]>): PassField[] {
  return Object.entries(texts).flatMap(([key, [label, value]]) => (value ? [{ key, label, value }] : []));
}

/** Returns a time as Apple documents times: without a fraction of a second. */
export function passTime(at: Instant): string {
  return toIso(at).replace(/\.\d+Z$/, 'Z');
}

/** Returns the barcode, followed by a QR code for phones and watches that do not draw it. */
export function barcodesOf(text: string, format: string | null): PassBarcode[] {
  const messageEncoding = /^[ -\u00ff]*$/.test(text) ? 'iso-8859-1' : 'utf-8';
  const formats = new Set([...(format ? [format] : []), 'PKBarcodeFormatQR']);
  return [...formats].map((each) => ({ format: each, message: text, messageEncoding, altText: text }));
}
