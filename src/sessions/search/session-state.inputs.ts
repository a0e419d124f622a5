import { z } from 'zod';
import { sessionStates } from './session-list.ts';

export const sessionState = z.enum(sessionStates).meta({
  id: 'CouponSessionState',
  description: 'A state of a session, for filtering lists.',
  values: {
    UNCLAIMED: 'Not claimed.',
    LOCKED: 'Locked.',
    VOIDED: 'Voided.',
    EXPIRED: 'Expired.',
  },
});
