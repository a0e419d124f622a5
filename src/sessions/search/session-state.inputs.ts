import { z } from 'zod';
import { sessionStates } from './session-list.ts';

export const sessionState = z.enum(sessionStates).meta({
  id: 'CouponSessionState',
  description: 'A state of a session by which a list can select sessions.',
  values: {
    UNCLAIMED: 'Not claimed.',
    LOCKED: 'Locked.',
    VOIDED: 'Voided.',
    EXPIRED: 'Expired.',
  },
});
