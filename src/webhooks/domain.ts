import { defineDomain } from '../kernel/domain.ts';
import { webhookAttempts, webhookDeliveries } from './delivery/delivery.ts';
import { webhookEndpoints } from './endpoint/endpoint.ts';
import { recoverEndpointJob } from './recovery/endpoint-recovery.ts';
import { endpointTraffic } from './traffic/endpoint-traffic.ts';
import { webhookProblems } from './webhook-problems.ts';

export const webhooksDomain = defineDomain({
  problems: webhookProblems,
  tables: [webhookEndpoints, webhookDeliveries, webhookAttempts, endpointTraffic],
  sealedColumns: [{ schema: webhookEndpoints, columns: ['secret', 'previousSecret', 'hmacSecret'] }],
  jobs: [recoverEndpointJob],
});
