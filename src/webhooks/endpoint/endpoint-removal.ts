import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** The job that removes a deleted endpoint and its deliveries. */
export const purgeEndpoint = removalKind('purgeEndpoint', 'endpoint');

export const removeEndpoint = removeDeleted('webhook_endpoints');

export const nextEndpoint = nextDeleted('webhook_endpoints');
