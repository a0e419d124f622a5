import { idInput } from '../../api/inputs.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';

const loyaltyUserId = idInput('loyaltyUser', 'a loyalty user id', 'The user');

export const loyaltyUserKey = { card: loyaltyCardId, user: loyaltyUserId };
