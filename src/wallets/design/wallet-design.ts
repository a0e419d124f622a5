import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import { batchedRow } from '../../kernel/database/batched-rows.ts';
import { absent, column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import type { RowLock } from '../../kernel/database/dialect.ts';
import { findRow, insertRow, requireRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { cardRow, type LoyaltyCard } from '../../loyalty/card/card.ts';
import type { DesignTexts } from './design-texts.ts';

export type WalletDesign = Stored<typeof walletDesigns>;

export const walletDesigns = table({
  name: 'WalletDesign',
  tableName: 'wallet_designs',
  columns: {
    campaignId: column.key(column.text(16)),
    accountId: column.text(20),
    backgroundColor: column.textOrNull(7),
    foregroundColor: column.textOrNull(7),
    labelColor: column.textOrNull(7),
    logoText: column.textOrNull(50),
    provider: column.textOrNull(100),
    iconUrl: column.textOrNull(500),
    logoUrl: column.textOrNull(500),
    stripUrl: column.textOrNull(500),
    iconId: column.textOrNull(32),
    logoId: column.textOrNull(32),
    stripId: column.textOrNull(32),
    terms: column.longTextOrNull,
    /** This and the next two columns are the parts of `DesignTexts`, each as JSON. */
    locationList: column.longTextOrNull,
    labelList: column.longTextOrNull,
    changeList: column.longTextOrNull,
    changedAt: column.instant,
  },
  indices: [{ name: 'wallet_designs_account', columns: ['accountId'] }],
});

export const designRow = rowOf(walletDesigns, { missing: 'WALLET_DESIGN_NOT_FOUND' });

export function blankDesign(campaign: Pick<WalletDesign, 'campaignId' | 'accountId'>): WalletDesign {
  const { campaignId, accountId } = campaign;
  return { ...absent(walletDesigns), campaignId, accountId, changedAt: now() };
}

/** `undefined` keeps a value; `null` clears it. */
export type DesignChanges = {
  [Name in (typeof plainFields)[number]]?: string | null | undefined;
} & {
  [Name in keyof DesignTexts]?: DesignTexts[Name] | null | undefined;
};

const plainFields = [
  'backgroundColor',
  'foregroundColor',
  'labelColor',
  'logoText',
  'provider',
  'iconUrl',
  'logoUrl',
  'stripUrl',
  'terms',
] as const;

const pictureFields = { iconUrl: 'iconId', logoUrl: 'logoId', stripUrl: 'stripId' } as const;

export type PictureField = keyof typeof pictureFields;

export function changedDesign(
  design: WalletDesign,
  changes: DesignChanges,
  pictures: ReadonlyMap<PictureField, string>,
): WalletDesign {
  const plain = plainFields.filter((field) => changes[field] !== undefined);
  const changed = plain.flatMap((field): [string, string | null][] => {
    const own: [string, string | null] = [field, changes[field] ?? null];
    return isPictureField(field) ? [own, [pictureFields[field], pictures.get(field) ?? null]] : [own];
  });
  const { locations, labels, changes: texts } = changes;
  return {
    ...design,
    ...Object.fromEntries(changed),
    ...(locations !== undefined && { locationList: jsonOf(locations) }),
    ...(labels !== undefined && { labelList: jsonOf(labels) }),
    ...(texts !== undefined && { changeList: jsonOf(texts) }),
    changedAt: now(),
  };
}

function isPictureField(field: string): field is PictureField {
  return Object.hasOwn(pictureFields, field);
}

/** Returns JSON, or null for an empty list or record. */
function jsonOf(value: object | null): string | null {
  const isEmpty = Object.values(value ?? {}).every((part) => part == null);
  return isEmpty ? null : JSON.stringify(value);
}

export async function saveDesign(transaction: Transaction, design: WalletDesign, isNew: boolean): Promise<void> {
  if (isNew) await insertRow(transaction, walletDesigns, design);
  else await updateRows(transaction, walletDesigns, { campaignId: design.campaignId }, design);
}

export function readDesign(connection: Connection, campaignId: string): Promise<WalletDesign | null> {
  return findRow(connection, designRow, { campaignId });
}

/** Like `readDesign`, but simultaneous calls share a statement. */
export const findDesign = batchedRow(designRow, 'campaignId');

export function picturesOf({ iconId, logoId, stripId }: Pick<WalletDesign, 'iconId' | 'logoId' | 'stripId'>): string[] {
  return [iconId, logoId, stripId].flatMap((id) => id ?? []);
}

export type DesignCampaign = { coupon: Coupon } | { card: LoyaltyCard };

/** Returns the campaign of a design. Rejects with `COUPON_NOT_FOUND` or `LOYALTY_CARD_NOT_FOUND`. */
export async function requireDesignCampaign(
  connection: Connection,
  accountId: string,
  id: string,
  lock?: RowLock,
): Promise<DesignCampaign> {
  if (id.startsWith('loy_')) return { card: await requireRow(connection, cardRow, { accountId, id }, lock) };
  return { coupon: await requireRow(connection, couponRow, { accountId, id }, lock) };
}

export async function findDesignCampaign(connection: Connection, id: string): Promise<DesignCampaign | null> {
  if (id.startsWith('loy_')) {
    const card = await findRow(connection, cardRow, { id });
    return card && { card };
  }
  const coupon = await findRow(connection, couponRow, { id });
  return coupon && { coupon };
}

export function namesOfCampaign(campaign: DesignCampaign): { campaignId: string; accountId: string } {
  const { id: campaignId, accountId } = 'coupon' in campaign ? campaign.coupon : campaign.card;
  return { campaignId, accountId };
}
