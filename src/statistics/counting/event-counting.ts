import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { followLog } from '../../kernel/event-log/log-follower.ts';
import { quarterOf } from '../tally/quarter.ts';
import { Tally } from '../tally/tally.ts';
import { countsOf, detailedTypes } from './counted-event.ts';

const positionsAtOnce = 2000;

/** The pause between steps, so that a step counts many events with few rows. */
const gatherMilliseconds = 200;
/** The pause if more events wait than a step can take, which leaves time for other work. */
const breathMilliseconds = 20;

export const counting = followLog('statistics', {
  subject: 'statistics',
  cursor: 'statistics',
  step:
    () =>
    async (transaction, { after, last }) => {
      const position = Math.min(last, after + positionsAtOnce);
      await countBetween(transaction, after, position);
      const pauseMilliseconds = position - after < positionsAtOnce ? gatherMilliseconds : breathMilliseconds;
      return { position, pauseMilliseconds };
    },
});

export type CountedEvent = Pick<Event, 'type' | 'accountId' | 'campaignId' | 'createdAt'> & { data: string | null };

export const countedColumns = `e.type AS type, e.account_id AS accountId, e.campaign_id AS campaignId,
  CAST(e.created_at AS CHAR(16)) AS createdAt, CASE WHEN e.type IN (:detailedTypes) THEN e.data END AS data`;

async function countBetween(transaction: Transaction, after: number, upTo: number): Promise<void> {
  const found = await transaction.rows<CountedEvent>(
    ...bind(
      `SELECT ${countedColumns} FROM events e ${transaction.dialect.useIndex('events_position')} WHERE e.position > :after AND e.position <= :upTo`,
      { after, upTo, detailedTypes },
    ),
  );
  const tally = new Tally();
  for (const event of found) {
    const counts = event.campaignId === null ? null : countsOf(event);
    if (counts) tally.add(event, quarterOf(event.createdAt), counts);
  }
  await tally.store(transaction);
}
