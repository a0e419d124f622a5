import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { type Category, categoriesOf } from '../category/category.ts';
import { type Directory, directories } from '../directory/directory.ts';

/** A campaign as customers see it in a directory. */
export interface ShownCampaign {
  type: 'COUPON' | 'LOYALTY_CARD';
  id: string;
  /** The code in the public address of the campaign. */
  code: string;
  categoryId: string | null;
  paidSince: Instant | null;
  name: string;
  title: string | null;
  description: string | null;
  imageUrl: string | null;
  value: string | null;
  currency: string | null;
  startsAt: Instant | null;
  /** When all sessions expire. Null if they do not expire, or if each expires `expiryDays` after its start. */
  expiresAt: Instant | null;
  expiryDays: number | null;
  lockedAt: Instant | null;
}

export interface Showcase {
  directory: Directory;
  categories: Category[];
  campaigns: ShownCampaign[];
}

const directoryColumns = selectList(columnsOf(directories, 'd'));

export async function findDirectoryByCode(connection: Connection, code: string): Promise<Directory | null> {
  const [directory] = await connection.rows<Directory>(
    `SELECT ${directoryColumns} FROM directories d JOIN accounts a ON a.id = d.account_id
     WHERE d.code = ? AND d.deleted_at IS NULL AND a.closed_at IS NULL`,
    [code],
  );
  return directory ?? null;
}

/** Returns the content of a directory's page, without examples, voided coupons and inactive loyalty cards. */
export async function showcaseOf(connection: Connection, directory: Directory): Promise<Showcase> {
  const categories = await categoriesOf(connection, [directory.id]);
  const campaigns = await connection.rows<ShownCampaign>(
    `SELECT 'COUPON' AS type, p.position AS position, c.id AS id, c.code AS code, p.category_id AS categoryId, p.paid_since AS paidSince, c.name AS name, c.title AS title,
       c.description AS description, c.image_url AS imageUrl, c.value AS value, c.currency AS currency,
       c.starts_at AS startsAt, c.expires_at AS expiresAt, c.expiry_days AS expiryDays, c.locked_at AS lockedAt
     FROM placements p JOIN coupons c ON c.id = p.campaign_id
     WHERE p.directory_id = ? AND c.deleted_at IS NULL AND c.voided_at IS NULL AND c.status = 'ACTIVE'
     UNION ALL
     SELECT 'LOYALTY_CARD', p.position, l.id, l.code, p.category_id, p.paid_since, l.name, l.title, l.description, l.logo_url,
       NULL, NULL, NULL, NULL, NULL, NULL
     FROM placements p JOIN loyalty_cards l ON l.id = p.campaign_id
     WHERE p.directory_id = ? AND l.deleted_at IS NULL AND l.deactivated_at IS NULL
     ORDER BY position, id`,
    [directory.id, directory.id],
  );
  return { directory, categories, campaigns };
}

export function closedReason(campaign: ShownCampaign): 'LOCKED' | 'EXPIRED' | 'NOT_STARTED' | null {
  if (campaign.lockedAt) return 'LOCKED';
  if (campaign.expiresAt && campaign.expiresAt <= now()) return 'EXPIRED';
  return campaign.startsAt && campaign.startsAt > now() ? 'NOT_STARTED' : null;
}
