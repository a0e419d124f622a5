import { type Account, accountRow } from '../../accounts/account/account.ts';
import { rootOf } from '../../accounts/account/account-root.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import type { PassLanguage } from '../../words/languages.ts';
import { type DesignCampaign, findDesignCampaign, namesOfCampaign } from '../design/design-campaign.ts';
import { shownDesign } from '../design/shown-design.ts';
import { blankDesign, readDesign, type WalletDesign } from '../design/wallet-design.ts';
import { filesOf, findPicture, type WalletPicture } from '../design/wallet-picture.ts';
import { walletPreview } from './wallet-preview.tsx';

interface PreviewOptions {
  language: PassLanguage;
  change?: (design: WalletDesign) => WalletDesign;
  pictures?: readonly WalletPicture[];
  /** The address of a caller without credentials. */
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
  // Google shows a round logo, for which the square icon is the better picture.
  const google = { logo: await jpeg(design.iconId ?? design.logoId), hero: await jpeg(design.stripId) };
  const of = { rootId: await rootOf(database, account.id), ...(address !== undefined && { address }) };
  return walletPreview(account, campaign, shown, google, { language, of });
}
