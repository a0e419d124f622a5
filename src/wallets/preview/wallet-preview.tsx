import { renderToString } from 'preact-render-to-string';
import { type Account, accountRow } from '../../accounts/account/account.ts';
import { rootOf } from '../../accounts/account/account-root.ts';
import type { Services } from '../../api/context.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import type { TaskOwner } from '../../kernel/threads/side-thread.ts';
import { now } from '../../kernel/values/instant.ts';
import { walletPreviewPath } from '../../vocabulary/links.ts';
import type { PassLanguage } from '../../words/languages.ts';
import {
  blankDesign,
  type DesignCampaign,
  findDesignCampaign,
  namesOfCampaign,
  readDesign,
  type WalletDesign,
} from '../design/wallet-design.ts';
import { filesOf, findPicture, type ShownDesign, shownDesign, type WalletPicture } from '../design/wallet-picture.ts';
import { passContent, passPictures, sampleSubject } from '../pass-file/pass-file.ts';
import { appleDrawing } from './apple-drawing.tsx';
import { type GooglePictures, googleDrawing } from './google-drawing.tsx';
import { line, previewBarcode } from './svg-parts.tsx';

interface PreviewOptions {
  language: PassLanguage;
  change?: (design: WalletDesign) => WalletDesign;
  pictures?: readonly WalletPicture[];
  address?: string;
}

export async function previewOfCampaign(
  database: Database,
  id: string,
  caller: Pick<PreviewOptions, 'language' | 'address'>,
): Promise<string | null> {
  const campaign = await findDesignCampaign(database, id);
  const account = campaign && (await findRow(database, accountRow, { id: namesOfCampaign(campaign).accountId }));
  return account && storedPreview(database, account, campaign, caller);
}

export async function storedPreview(
  database: Database,
  account: Account,
  campaign: DesignCampaign,
  { language, change = (design) => design, pictures = [], address }: PreviewOptions,
): Promise<string> {
  const names = namesOfCampaign(campaign);
  const design = change((await readDesign(database, names.campaignId)) ?? blankDesign(names));
  const find = async (id: string | null) =>
    id === null ? null : (pictures.find((picture) => picture.id === id) ?? (await findPicture(database, id)));
  const shown = await shownDesign(design, async (id) => {
    const found = await find(id);
    return found && filesOf(found);
  });
  const jpeg = async (id: string | null) => {
    const found = await find(id);
    return found && Buffer.from(found.google, 'base64');
  };
  // Google crops the logo to a circle, so the square icon fits better.
  const google = { logo: await jpeg(design.iconId ?? design.logoId), hero: await jpeg(design.stripId) };
  const of = { rootId: await rootOf(database, account.id), ...(address !== undefined && { address }) };
  return walletPreview(account, campaign, shown, google, { language, of });
}

export function previewAddress(
  { publicUrl, secrets }: Pick<Services, 'publicUrl' | 'secrets'>,
  campaign: string,
): string {
  return publicUrl + walletPreviewPath(campaign, secrets.sign(signedText(campaign)));
}

export function isPreviewAddress({ secrets }: Pick<Services, 'secrets'>, campaign: string, signature: string): boolean {
  return secrets.isSignature(signedText(campaign), signature);
}

const signedText = (campaign: string) => `wallet preview ${campaign}`;

export const previewMediaType = 'image/svg+xml';

const [width, height] = [768, 576];
const card = { y: 52, width: 340, height: 500 };
const [appleCard, googleCard] = [
  { x: 24, ...card },
  { x: 404, ...card },
];

/** Draws a sample pass in both wallets as SVG. */
async function walletPreview(
  account: Account,
  campaign: DesignCampaign,
  design: ShownDesign,
  google: GooglePictures,
  { language, of }: { language: PassLanguage; of: TaskOwner },
): Promise<string> {
  const notified = { message: null, messageChange: null, campaign: null };
  const content = passContent(sampleSubject(account, campaign, design), notified, now());
  const strip = (await passPictures(content)).get('strip@2x.png') ?? null;
  const barcode = await previewBarcode(content, of);
  const phone = { language, timezone: 'coupon' in campaign ? campaign.coupon.timezone : account.timezone };
  const caption = { y: 34, size: 15, weight: 600, fill: '#4b5563', room: card.width };
  return renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label="The pass in Apple Wallet and in Google Wallet"
      font-family={'system-ui, -apple-system, Roboto, "Helvetica Neue", Arial, sans-serif'}
    >
      <rect width={width} height={height} fill="#f3f4f6" />
      {line('Apple Wallet', { ...caption, x: appleCard.x })}
      {line('Google Wallet', { ...caption, x: googleCard.x })}
      {appleDrawing(content, strip, barcode, { card: appleCard, phone })}
      {googleDrawing(content, google, barcode, { card: googleCard, phone })}
    </svg>,
  );
}
