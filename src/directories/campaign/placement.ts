import { column, columnsOf, reference, type Stored, selectList, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { insertRow, updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { type Category, categories, moved, reordered } from '../category/category.ts';
import type { Directory } from '../directory/directory.ts';

type Placement = Stored<typeof placements>;

export const placements = table({
  name: 'Placement',
  tableName: 'placements',
  columns: {
    directoryId: column.key(column.text(16)),
    /** The id of a coupon or a loyalty card. */
    campaignId: column.key(column.text(16)),
    accountId: column.text(20),
    categoryId: column.textOrNull(16),
    /** The position on the page. Positions ascend, with gaps. */
    position: column.integer,
    /** When it became paid content, which only members with paid access can open. Null if it is free. */
    paidSince: column.instantOrNull,
    createdAt: column.instant,
  },
  indices: [
    { name: 'placements_campaign', columns: ['campaignId'] },
    { name: 'placements_category', columns: ['categoryId'] },
  ],
  foreignKeys: [
    reference('placements_directory_fk', 'directoryId', 'directories', 'CASCADE'),
    reference('placements_category_fk', 'categoryId', 'categories', 'SET NULL'),
  ],
});

export type PlacedCampaign = Placement & { name: string };

const columns = selectList({ ...columnsOf(placements, 'p'), name: 'COALESCE(c.name, l.name)' });

const fromPlacements = `FROM placements p
  LEFT JOIN coupons c ON c.id = p.campaign_id AND c.deleted_at IS NULL
  LEFT JOIN loyalty_cards l ON l.id = p.campaign_id AND l.deleted_at IS NULL
  WHERE (c.id IS NOT NULL OR l.id IS NOT NULL)`;

/** Returns placements in the order of the page. */
export function placementsOf(connection: Connection, directoryIds: readonly string[]): Promise<PlacedCampaign[]> {
  return connection.rows<PlacedCampaign>(
    `SELECT ${columns} ${fromPlacements} AND p.directory_id IN (:directoryIds)
       ORDER BY p.position, p.created_at, p.campaign_id`,
    { directoryIds },
  );
}

/** Returns the id of a campaign within a directory. A campaign can be in several directories. */
export function directoryCampaignId({
  directoryId,
  campaignId,
}: Pick<Placement, 'directoryId' | 'campaignId'>): string {
  return `${directoryId}:${campaignId}`;
}

export function findPlaced(
  connection: Connection,
  which: { accountId: string; directories: readonly string[]; campaigns: readonly string[] },
): Promise<PlacedCampaign[]> {
  return connection.rows<PlacedCampaign>(
    `SELECT ${columns} ${fromPlacements} AND p.directory_id IN (:directories) AND p.campaign_id IN (:campaigns)
       AND EXISTS (SELECT 1 FROM directories d
         WHERE d.id = p.directory_id AND d.account_id = :accountId AND d.deleted_at IS NULL)`,
    which,
  );
}

/** Returns the placement. Throws `DIRECTORY_CAMPAIGN_NOT_FOUND` if the directory does not contain the campaign. */
export async function requirePlacement(
  connection: Connection,
  directory: Pick<Directory, 'id'>,
  campaignId: string,
): Promise<PlacedCampaign> {
  const [placement] = await connection.rows<PlacedCampaign>(
    `SELECT ${columns} ${fromPlacements} AND p.directory_id = ? AND p.campaign_id = ?`,
    [directory.id, campaignId],
  );
  if (!placement) throw new Problem('DIRECTORY_CAMPAIGN_NOT_FOUND');
  return placement;
}

export interface NewPlacement {
  campaign: string;
  category?: string | null | undefined;
  paid: boolean;
}

/** Adds a campaign after the others. The caller has locked the directory. Throws `DIRECTORY_CAMPAIGN_EXISTS`. */
export async function addPlacement(
  transaction: Transaction,
  directory: Directory,
  { campaign, category, paid }: NewPlacement,
): Promise<PlacedCampaign> {
  const all = await placementsOf(transaction, [directory.id]);
  if (all.some(({ campaignId }) => campaignId === campaign)) throw new Problem('DIRECTORY_CAMPAIGN_EXISTS');
  await insertRow(transaction, placements, {
    directoryId: directory.id,
    campaignId: campaign,
    accountId: directory.accountId,
    categoryId: category ?? null,
    position: (all.at(-1)?.position ?? 0) + 1,
    paidSince: paid ? now() : null,
    createdAt: now(),
  });
  return requirePlacement(transaction, directory, campaign);
}

/** Moves the campaigns to the top, in this order. The others keep their order. */
export async function reorderPlacements(
  transaction: Transaction,
  directory: Directory,
  first: readonly string[],
): Promise<void> {
  await storeOrder(transaction, directory, (ids) => reordered(ids, first));
}

/** Moves a campaign directly after another one, or to the top. The others keep their order. */
export async function movePlacement(
  transaction: Transaction,
  directory: Directory,
  id: string,
  after: string | null,
): Promise<void> {
  await storeOrder(transaction, directory, (ids) => moved(ids, id, after));
}

async function storeOrder(
  transaction: Transaction,
  directory: Directory,
  arrange: (ids: readonly string[]) => string[] | null,
): Promise<void> {
  const all = await placementsOf(transaction, [directory.id]);
  const order = arrange(all.map(({ campaignId }) => campaignId));
  if (!order) throw new Problem('DIRECTORY_CAMPAIGN_NOT_FOUND');
  const places = new Map(order.map((id, index) => [id, index + 1]));
  for (const { campaignId, position } of all) {
    const next = places.get(campaignId) ?? position;
    if (next === position) continue;
    await updateRows(transaction, placements, { directoryId: directory.id, campaignId }, { position: next });
  }
}

const categoryColumns = selectList({ ...columnsOf(categories, 'k'), campaignId: 'p.campaign_id' });

/** Returns the categories of campaigns, beginning with the oldest placement. */
export function categoriesOfCampaigns(
  connection: Connection,
  campaignIds: readonly string[],
): Promise<(Category & { campaignId: string })[]> {
  return connection.rows(
    `SELECT ${categoryColumns} FROM placements p
       JOIN directories d ON d.id = p.directory_id AND d.deleted_at IS NULL
       JOIN categories k ON k.id = p.category_id
       WHERE p.campaign_id IN (:campaignIds) ORDER BY p.created_at, p.category_id`,
    { campaignIds },
  );
}

/** Returns the categories of a coupon in the form that its events contain. */
export async function categoriesOfCoupon(
  connection: Connection,
  couponId: string,
): Promise<{ categories: { id: string; name: string }[] }> {
  const placed = await categoriesOfCampaigns(connection, [couponId]);
  return { categories: placed.map(({ id, name }) => ({ id, name })) };
}

/** Returns an SQL condition. The arguments are SQL expressions for the ids. */
export function isInCategory(campaign: string, category: string): string {
  return `EXISTS (SELECT 1 FROM placements p JOIN directories d ON d.id = p.directory_id AND d.deleted_at IS NULL
    WHERE p.campaign_id = ${campaign} AND p.category_id = ${category})`;
}

export const removePlacements = removeRows('placements', 'campaign_id');
