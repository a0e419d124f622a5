import type { Connection } from '../kernel/database/database.ts';

export interface EventActor {
  /** Null for customers and the service. */
  keyId: string | null;
  amount: number;
  events: { type: string; amount: number; suppressed: number }[];
}

const newest = 1000;

/** Counts the latest 1,000 events by actor. The most active actor comes first. */
export async function actorsOf(
  connection: Connection,
  which: { accountId: string; campaign: string },
): Promise<EventActor[]> {
  const rows = await connection.rows<{ keyId: string | null; type: string; data: string | null }>(
    `SELECT e.key_id AS keyId, e.type AS type, CASE e.type WHEN 'message_failed' THEN e.data END AS data
       FROM events e ${connection.dialect.useIndex('events_campaign')}
       WHERE e.campaign_id = :campaign AND e.account_id = :accountId AND e.position IS NOT NULL
       ORDER BY e.position DESC LIMIT ${newest}`,
    which,
  );
  const actors = [...Map.groupBy(rows, ({ keyId }) => keyId)].map(([keyId, done]) => {
    const events = [...Map.groupBy(done, ({ type }) => type)].map(([type, all]) => ({
      type,
      amount: all.length,
      suppressed: all.filter(isOptedOut).length,
    }));
    events.sort((one, other) => other.amount - one.amount || (one.type < other.type ? -1 : 1));
    return { keyId, amount: done.length, events };
  });
  return actors.sort((one, other) => other.amount - one.amount);
}

function isOptedOut({ data }: { data: string | null }): boolean {
  return data !== null && (JSON.parse(data) as { status?: string }).status === 'SUPPRESSED';
}
