import { idOf } from '../../kernel/api/inputs.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';

const loyaltyUserId = idOf('loyaltyUser', 'loyalty user', 'The user: `usr_` and 16 characters.');

/** Names one user of one card. */
export const userName = { card: loyaltyCardId, user: loyaltyUserId };
