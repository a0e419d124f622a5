import { builder } from '../../api/builder.ts';
import { sharedByAccount } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { WebhookEndpointType } from '../endpoint/endpoint.type.ts';

/** Counting a queue reads each delivery in the index, so it stops here. */
const mostCounted = 10_000;

builder.objectField(WebhookEndpointType, 'waiting', (t) =>
  t.int({
    description: `The number of deliveries that wait for their first or their next attempt, at most 10,000: a longer queue counts as 10,000.`,
    cost: { own: 5 },
    resolve: ({ id }, _, { services }) => countWaiting(services.database, id),
  }),
);

const countWaiting = sharedByAccount<string, number>(async (database, ids) => {
  const branches = ids.map(
    (_, index) =>
      `SELECT ${index} AS place, COUNT(*) AS waiting FROM (SELECT 1 AS one FROM webhook_deliveries d ${database.dialect.useIndex('webhook_deliveries_due')}
       WHERE d.endpoint_id = :endpoint${index} AND d.due_at IS NOT NULL LIMIT ${mostCounted}) AS of${index}`,
  );
  const values = Object.fromEntries(ids.map((id, index) => [`endpoint${index}`, id]));
  const found = await database.rows<{ place: number; waiting: number }>(...bind(branches.join(' UNION ALL '), values));
  const byPlace = new Map(found.map(({ place, waiting }) => [Number(place), Number(waiting)]));
  return ids.map((_, index) => byPlace.get(index) ?? 0);
});
