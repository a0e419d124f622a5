import { z } from 'zod';
import { sessionStates } from './session-list.ts';

export const sessionState = z.enum(sessionStates).meta({
  id: 'CouponSessionState',
  description: 'A state of a session, for filtering lists.',
  values: {
    UNCLAIMED: 'Not claimed.',
    LOCKED: 'Claimed, but cannot be validated until it is unlocked.',
    VOIDED: 'Cannot be used until it is unvoided or activated.',
    EXPIRED: 'Its expiry has passed, so it can no longer be claimed or validated.',
  },
});
