import type { Database } from '../../kernel/database/database.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { removeDeliveries } from '../delivery/delivery-retention.ts';

const chunk = 1000;

/** Removes a deleted endpoint with its deliveries, a chunk at each step. */
export async function purgeEndpoint(database: Database, { input }: Job): Promise<boolean> {
  const { endpoint } = JSON.parse(input) as { endpoint: string };
  const found = await database.rows<{ number: number }>(
    `SELECT d.number AS number FROM webhook_deliveries d WHERE d.endpoint_id = ? LIMIT ${chunk}`,
    [endpoint],
  );
  await removeDeliveries(
    database,
    found.map(({ number }) => number),
  );
  if (found.length === chunk) return false;
  await database.transaction((transaction) =>
    transaction.change('DELETE FROM webhook_endpoints WHERE id = ? AND deleted_at IS NOT NULL', [endpoint]),
  );
  return true;
}
