import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** The job that removes a deleted endpoint and its deliveries. */
export const purgeEndpoint = removalKind('purgeEndpoint', 'endpoint');

export const removeEndpoint = removeDeleted('webhook_endpoints');

/** Finds the next endpoint of an account that is being removed. */
export const nextEndpoint = nextDeleted('webhook_endpoints');
