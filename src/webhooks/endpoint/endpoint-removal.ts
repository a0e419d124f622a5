import { removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** Removes a deleted endpoint with its deliveries. */
export const purgeEndpoint = removalKind('purgeEndpoint', 'endpoint');

export const removeEndpoint = removeDeleted('webhook_endpoints');
