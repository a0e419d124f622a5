import { removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** Removes a deleted card with its users. Its events stay. */
export const purgeLoyaltyCard = removalKind('purgeLoyaltyCard', 'card');

export const removeCard = removeDeleted('loyalty_cards');
