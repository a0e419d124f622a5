import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** The kind of the job that removes a deleted card and its users. Its events stay. */
export const purgeLoyaltyCard = removalKind('purgeLoyaltyCard', 'card');

export const removeCard = removeDeleted('loyalty_cards');

/** Finds the next card of an account that is being removed. */
export const nextCard = nextDeleted('loyalty_cards');
