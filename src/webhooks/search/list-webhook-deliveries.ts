import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { WebhookDeliveryType } from '../delivery/delivery.type.ts';
import { deliveryFilter } from './delivery-filter.inputs.ts';
import { searchDeliveries } from './delivery-search.ts';

connection({
  name: 'webhookDeliveries',
  description:
    'The webhook deliveries of the account, newest first. Successful deliveries are kept for 30 days, others as long as their events. With `endpoint`, `types`, `httpStatus` or `outcome`, a page is searched among 5,000 deliveries: it may have fewer items than you asked for and still have a next page.',
  scope: 'ADMIN',
  input: z.object({
    filter: deliveryFilter.nullish().meta({ description: 'Filters deliveries. Default: all deliveries.' }),
  }),
  type: WebhookDeliveryType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const filter = input.filter ?? {};
    if (filter.since && filter.until && filter.until < filter.since)
      throw invalidInput('filter.until', 'must not be before since');
    return searchDeliveries(database, viewer.account.id, filter, page);
  },
  keysOf: (delivery) => [delivery.createdAt, delivery.number],
});
