import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { holdKey, sessionCode } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { changeSession } from './transition-executor.ts';

mutation({
  name: 'holdCouponSession',
  description:
    'Reserves a session for one till: until the time is over, claiming and validating need its key as `holdKey`, and others get `SESSION_HELD`. The same key may hold it again for longer. Validating releases it.',
  scope: 'REDEEM',
  input: z.object({
    session: sessionCode,
    seconds: z.int().min(1).max(3600).meta({ description: 'For how long; 1 to 3,600 seconds.' }),
    key: holdKey,
  }),
  type: CouponSessionType,
  problems: problemsOf('hold'),
  run: ({ input, viewer, transaction }) =>
    changeSession(
      transaction,
      {
        name: 'hold',
        accountId: viewer.account.id,
        keyId: viewer.keyId,
        session: input.session,
        holdKey: input.key,
        heldUntil: toInstant(new Date(Date.now() + input.seconds * 1000)),
      },
      {},
    ),
});
