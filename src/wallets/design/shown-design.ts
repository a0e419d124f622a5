import type { Database } from '../../kernel/database/database.ts';
import { type DesignTexts, textsOf } from './design-texts.ts';
import { blankDesign, findDesign, type WalletDesign } from './wallet-design.ts';
import { findPictureFiles, type PictureFiles } from './wallet-picture.ts';

export type ShownDesign = Pick<
  WalletDesign,
  | 'backgroundColor'
  | 'foregroundColor'
  | 'labelColor'
  | 'logoText'
  | 'provider'
  | 'terms'
  | 'iconId'
  | 'logoId'
  | 'stripId'
> &
  DesignTexts & {
    icon: PictureFiles | null;
    logo: PictureFiles | null;
    strip: PictureFiles | null;
  };

/** What passes of a campaign without a design show. */
export const plainDesign: ShownDesign = {
  ...blankDesign({ campaignId: '', accountId: '' }),
  ...{ locations: [], labels: {}, changes: {}, icon: null, logo: null, strip: null },
};

export async function findShownDesign(database: Database, campaignId: string): Promise<ShownDesign> {
  const design = await findDesign(database, campaignId);
  return design ? shownDesign(design, (id) => findPictureFiles(database, id)) : plainDesign;
}

export async function shownDesign(
  design: WalletDesign,
  find: (id: string) => Promise<PictureFiles | null>,
): Promise<ShownDesign> {
  const files = (id: string | null) => (id ? find(id) : null);
  const [icon, logo, strip] = await Promise.all([design.iconId, design.logoId, design.stripId].map(files));
  return { ...design, ...textsOf(design), icon: icon ?? null, logo: logo ?? null, strip: strip ?? null };
}
