import { columnsOf, selectList } from '../../src/database/columns.ts';
import type { Database } from '../../src/database/database.ts';
import { bind } from '../../src/database/dialect.ts';
import { type Event, events } from '../../src/events/event.ts';

/** An event with its data parsed. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into records of any shape
export type RecordedEvent = Omit<Event, 'data'> & { data: any };

const columns = selectList(columnsOf(events, 'e'));

/** What was recorded about a session, a campaign or an account, in the order of writing. */
export async function eventsOf(
  database: Database,
  of: { session: string } | { campaignId: string } | { accountId: string },
): Promise<RecordedEvent[]> {
  const column = 'session' in of ? 'session' : 'campaignId' in of ? 'campaign_id' : 'account_id';
  const rows = await database.rows<Event>(
    ...bind(`SELECT ${columns} FROM events e WHERE e.${column} = :value ORDER BY e.number`, {
      value: Object.values(of)[0],
    }),
  );
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }));
}

/** The types of what was recorded. */
export async function eventTypesOf(...of: Parameters<typeof eventsOf>): Promise<string[]> {
  return (await eventsOf(...of)).map(({ type }) => type);
}
