import { createHash } from 'node:crypto';
import { accountRow } from '../../accounts/account/account.ts';
import { transactFor } from '../../accounts/account/account-root.ts';
import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { addRow, countRows, deleteRows, findRow, findRows, lockRow, rowOf } from '../../kernel/database/rows.ts';
import { type RemovalStep, removeRows } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { type DesignTexts, textsOf } from './design-texts.ts';
import type { PictureForm, ScaledPicture } from './picture-scaling.ts';
import { blankDesign, findDesign, picturesOf, readDesign, type WalletDesign, walletDesigns } from './wallet-design.ts';

/** An image. Designs that have the same image share it. */
export type WalletPicture = Stored<typeof walletPictures>;

export const walletPictures = table({
  name: 'WalletPicture',
  tableName: 'wallet_pictures',
  columns: {
    /** A digest of the account, the form and the original file. */
    id: column.key(column.text(32)),
    accountId: column.text(20),
    /** The PNG files in base64, by suffix such as `@2x.png`, as JSON. */
    apple: column.longText,
    google: column.longText,
    createdAt: column.instant,
  },
  indices: [{ name: 'wallet_pictures_account', columns: ['accountId'] }],
});

/** The maximum number of images of an account. Each takes at most about 300 kB. */
const maxPictures = 200;

export function walletPicture(
  accountId: string,
  { form, original, scaled }: { form: PictureForm; original: Buffer; scaled: ScaledPicture },
): WalletPicture {
  const apple = [...scaled.apple].map(([ending, file]) => [ending, file.toString('base64')]);
  return {
    id: createHash('sha256').update(`${accountId} ${form} `).update(original).digest('hex').slice(0, 32),
    accountId,
    apple: JSON.stringify(Object.fromEntries(apple)),
    google: scaled.google.toString('base64'),
    createdAt: now(),
  };
}

/**
 * Adds images of a design, and removes those that it no longer has, unless another design has them. Throws
 * `TOO_MANY_WALLET_PICTURES`. Locks the account's row: otherwise, concurrent calls could exceed the limit, or remove an
 * image that another design is about to use.
 */
export async function exchangePictures(
  transaction: Transaction,
  accountId: string,
  { added, dropped }: { added: readonly WalletPicture[]; dropped: readonly string[] },
): Promise<void> {
  if (added.length === 0 && dropped.length === 0) return;
  await lockRow(transaction, accountRow, { id: accountId });
  for (const picture of added) await addRow(transaction, walletPictures, picture);
  if (dropped.length > 0) await removeUnused(transaction, accountId, dropped);
  if (added.length === 0) return;
  const count = await countRows(transaction, walletPictures, { accountId });
  if (count > maxPictures) throw new Problem('TOO_MANY_WALLET_PICTURES');
}

async function removeUnused(transaction: Transaction, accountId: string, ids: readonly string[]): Promise<void> {
  const used = `SELECT 1 FROM wallet_designs d WHERE d.account_id = :accountId
    AND (d.icon_id = wallet_pictures.id OR d.logo_id = wallet_pictures.id OR d.strip_id = wallet_pictures.id)`;
  await transaction.change(`DELETE FROM wallet_pictures WHERE id IN (:ids) AND NOT EXISTS (${used})`, {
    ids,
    accountId,
  });
}

const pictureRow = rowOf(walletPictures, { missing: 'WALLET_DESIGN_NOT_FOUND' });

export function findPicture(connection: Connection, id: string): Promise<WalletPicture | null> {
  return findRow(connection, pictureRow, { id });
}

export type PictureFiles = ReadonlyMap<string, Buffer>;

/** The latest files. Images never change, and after a push every phone requests the same ones. */
const known = new Map<string, PictureFiles>();
const maxKnown = 500;

export async function findPictureFiles(database: Database, id: string): Promise<PictureFiles | null> {
  const files = known.get(id) ?? (await readFiles(database, id));
  if (!files) return null;
  if (known.size >= maxKnown) known.clear();
  known.set(id, files);
  return files;
}

const readFiles = batched<string, PictureFiles | null>(async (database, ids) => {
  const found = await findRows(database, walletPictures, { id: [...new Set(ids)] }, { select: ['id', 'apple'] });
  const byId = new Map(found.map((picture) => [picture.id, filesOf(picture)]));
  return ids.map((id) => byId.get(id) ?? null);
});

export function filesOf({ apple }: Pick<WalletPicture, 'apple'>): PictureFiles {
  const files = Object.entries<string>(JSON.parse(apple));
  return new Map(files.map(([ending, base64]) => [ending, Buffer.from(base64, 'base64')]));
}

export const removePictures = removeRows('wallet_pictures', 'account_id', 20);

export async function deleteDesign(transaction: Transaction, design: WalletDesign): Promise<void> {
  await deleteRows(transaction, walletDesigns, { campaignId: design.campaignId });
  await exchangePictures(transaction, design.accountId, { added: [], dropped: picturesOf(design) });
}

export const removeDesign: RemovalStep = async (database, campaignId) => {
  const design = await readDesign(database, campaignId);
  if (design) await transactFor(database, design.accountId, (transaction) => deleteDesign(transaction, design));
  return true;
};

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
