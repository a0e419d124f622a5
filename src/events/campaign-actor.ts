import type { Connection } from '../kernel/database/database.ts';
import { bind } from '../kernel/database/statement.ts';
import { eventColumns } from '../kernel/event-log/event.ts';

/** What someone did in a campaign. */
export interface CampaignActor {
  /** The API key or the person. Null for customers and the service. */
  keyId: string | null;
  amount: number;
  events: { type: string; amount: number }[];
}

const newest = 1000;

/** Returns who made the newest 1,000 events of a campaign, the most active first. */
export async function actorsOf(
  connection: Connection,
  which: { accountId: string; campaign: string },
): Promise<CampaignActor[]> {
  const rows = await connection.rows<{ keyId: string | null; type: string; amount: number }>(
    ...bind(
      `SELECT n.keyId AS keyId, n.type AS type, COUNT(*) AS amount
       FROM (SELECT e.key_id AS keyId, ${eventColumns.type} AS type
             FROM events e ${connection.dialect.useIndex('events_campaign')}
             WHERE e.campaign_id = :campaign AND e.account_id = :accountId AND e.position IS NOT NULL
             ORDER BY e.position DESC LIMIT ${newest}) AS n
       GROUP BY n.keyId, n.type ORDER BY amount DESC, type`,
      which,
    ),
  );
  const actors = [...Map.groupBy(rows, ({ keyId }) => keyId)].map(([keyId, done]) => {
    const events = done.map(({ type, amount }) => ({ type, amount: Number(amount) }));
    return { keyId, amount: events.reduce((sum, { amount }) => sum + amount, 0), events };
  });
  return actors.sort((one, other) => other.amount - one.amount);
}
