import { idInput } from '../../kernel/api/inputs.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';

const loyaltyUserId = idInput('loyaltyUser', 'a loyalty user id', 'The user');

/** Names one user of one card. */
export const loyaltyUserKey = { card: loyaltyCardId, user: loyaltyUserId };
