import { renderToString } from 'preact-render-to-string';
import type { Account } from '../../accounts/account/account.ts';
import type { TaskOwner } from '../../kernel/threads/side-thread.ts';
import { now } from '../../kernel/values/instant.ts';
import type { PassLanguage } from '../../words/languages.ts';
import type { DesignCampaign } from '../design/design-campaign.ts';
import type { ShownDesign } from '../design/shown-design.ts';
import { passContent, passPictures } from '../pass-file/pass-file.ts';
import { sampleHolder } from '../pass-file/sample-holder.ts';
import { appleDrawing } from './apple-drawing.tsx';
import { type GooglePictures, googleDrawing } from './google-drawing.tsx';
import { previewBarcode } from './pass-preview-barcode.ts';
import { line } from './svg-parts.tsx';

export const previewMediaType = 'image/svg+xml';

const [width, height] = [768, 576];
const card = { y: 52, width: 340, height: 500 };
const [appleCard, googleCard] = [
  { x: 24, ...card },
  { x: 404, ...card },
];

/** Returns a picture, as SVG, of how a pass of the campaign looks in both wallets, for somebody who does not exist. */
export async function walletPreview(
  account: Account,
  campaign: DesignCampaign,
  design: ShownDesign,
  google: GooglePictures,
  { language, of }: { language: PassLanguage; of: TaskOwner },
): Promise<string> {
  const told = { message: null, messageChange: null, campaign: null };
  const content = passContent(sampleHolder(account, campaign, design), told, now());
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
