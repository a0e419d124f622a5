import { removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** The kind of the job that removes a deleted card and its users. Its events stay. */
export const purgeLoyaltyCard = removalKind('purgeLoyaltyCard', 'card');

export const removeCard = removeDeleted('loyalty_cards');
