import type { Account } from '../../accounts/account/account.ts';
import { googleCallbackPath, walletPicturePath } from '../../vocabulary/links.ts';
import type { ShownDesign } from '../design/wallet-picture.ts';
import { classIdOf, objectIdOf } from '../google/google-client.ts';
import type { WalletPass } from '../pass/pass.ts';

/* Fields without a value are null, because an update at Google keeps the fields that it omits. */

export interface GoogleClass {
  id: string;
  issuerName: string;
  [field: string]: unknown;
}

export interface GoogleObject {
  id: string;
  classId: string;
  state: 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'INACTIVE';
  [field: string]: unknown;
}

export interface ClassPlace {
  issuerId: string;
  campaignId: string;
  integrationId: string;
  publicUrl: string;
}

const longestIssuer = 20;

/** The background of passes that have no color. Passes in Apple Wallet have the same one. */
export const usualBackground = '#1f2937';

export function classFields(
  { name }: Account,
  { provider, stripId, locations }: ShownDesign,
  { issuerId, campaignId, integrationId, publicUrl }: ClassPlace,
): GoogleClass {
  const issuer = provider || name;
  return {
    id: classIdOf(issuerId, campaignId),
    issuerName: shortened(issuer, longestIssuer),
    heroImage: stripId && imageAt(publicUrl + walletPicturePath(stripId), issuer),
    // Google has no text for a place.
    merchantLocations: locations.map(({ latitude, longitude }) => ({ latitude, longitude })),
    reviewStatus: 'UNDER_REVIEW',
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
    callbackOptions: { url: publicUrl + googleCallbackPath(integrationId) },
  };
}

export function objectIds({ id, issuer, campaignId }: Pick<WalletPass, 'id' | 'issuer' | 'campaignId'>) {
  return { id: objectIdOf(issuer, id), classId: classIdOf(issuer, campaignId) };
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens a text, because Google cuts longer ones on small screens. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const parts = Array.from(characters.segment(text), ({ segment }) => segment);
  return parts.length <= maxLength
    ? text
    : `${parts
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}

const [longestHeader, longestBody] = [35, 500];

/** Leaves out absent texts. Google shows at most ten texts of a class and an object together. */
export function textModules(texts: Record<string, [header: string, body: string | null | undefined]>): object[] {
  return Object.entries(texts).flatMap(([id, [header, body]]) =>
    body ? [{ id, header: shortened(header, longestHeader), body: shortened(body, longestBody) }] : [],
  );
}

/** Google crops the logo to a circle, so the square icon fits better. */
export function logoAddress({ iconId, logoId }: ShownDesign, publicUrl: string): string | null {
  const id = iconId ?? logoId;
  return id && publicUrl + walletPicturePath(id);
}

export function imageAt(uri: string, description: string): object {
  return { sourceUri: { uri }, contentDescription: { defaultValue: { language: 'en', value: description } } };
}

export function barcodeWith(type: string, value: string): object {
  return { type, value, alternateText: value };
}
