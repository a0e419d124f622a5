import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { WebhookEndpointType } from '../endpoint/endpoint.type.ts';
import { beginOf, findTraffic, type TrafficSum, trafficByHour } from './endpoint-traffic.ts';

const TrafficType = builder.objectType(builder.objectRef<TrafficSum>('WebhookTraffic'), {
  description: 'The attempts to deliver events to an endpoint in a period, excluding tests.',
  fields: (t) => ({
    since: t.field({
      type: 'DateTime',
      description: 'The beginning of the period.',
      resolve: ({ bucket }) => toInstant(beginOf(bucket)),
    }),
    delivered: t.exposeInt('delivered', { description: 'The number of attempts that delivered an event.' }),
    failed: t.exposeInt('failed', { description: 'The number of attempts that failed.' }),
    slow: t.exposeInt('slow', {
      description: 'The number of attempts that took more than 2 seconds, successful or not.',
    }),
    averageMilliseconds: t.int({
      nullable: true,
      description: 'The average duration of an attempt in milliseconds. Null if there was none.',
      resolve: ({ delivered, failed, milliseconds }) =>
        delivered + failed > 0 ? Math.round(milliseconds / (delivered + failed)) : null,
    }),
  }),
});

const span = z.object({ hours: z.int().min(1).max(168) });
const hours = {
  defaultValue: 24,
  required: true,
  description: 'The number of hours, 1 to 168.',
} as const;

builder.objectFields(WebhookEndpointType, (t) => ({
  traffic: t.field({
    type: TrafficType,
    description: 'The attempts in the last `hours` hours. The period begins at the start of a quarter hour.',
    args: { hours: t.arg.int(hours) },
    validate: { schema: span },
    cost: { own: 5 },
    resolve: ({ id }, { hours }, { services }) => findTraffic(services.database, id, hours),
  }),
  trafficByHour: t.field({
    type: [TrafficType],
    description:
      'The attempts in each of the last `hours` clock hours in UTC, oldest first and without gaps. Not paginated.',
    args: { hours: t.arg.int(hours) },
    validate: { schema: span },
    cost: { own: 20 },
    resolve: ({ id }, { hours }, { services }) => trafficByHour(services.database, id, hours),
  }),
}));
