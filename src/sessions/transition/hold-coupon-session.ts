import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { tillScope } from '../../kernel/api/scope.ts';
import { fromNow } from '../../kernel/values/instant.ts';
import { holdKey, sessionCode } from '../session/session.inputs.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { problemsOf } from './transition.ts';
import { changeSession } from './transition-executor.ts';
import { explain } from './transition-operation.ts';

mutation({
  name: 'holdCouponSession',
  description:
    'Holds a session for one till. Until the hold ends, claiming and validating require the key of the hold as `holdKey`, and fail with `SESSION_HELD` otherwise. The same key can extend the hold. Validating ends it.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({
    session: sessionCode,
    seconds: z.int().min(1).max(3600).meta({ description: 'Duration of the hold in seconds, 1 to 3,600.' }),
    key: holdKey.meta({
      description:
        'A key that identifies the till, 1 to 100 printable ASCII characters without spaces. Calls that claim or validate the session pass it as `holdKey`.',
    }),
  }),
  type: CouponSessionType,
  problems: problemsOf('hold'),
  explain,
  run: ({ input, viewer, transaction }) =>
    changeSession(
      transaction,
      {
        name: 'hold',
        accountId: viewer.account.id,
        rootId: viewer.account.rootId,
        keyId: viewer.keyId,
        session: input.session,
        holdKey: input.key,
        heldUntil: fromNow(input.seconds * 1000),
      },
      {},
    ),
});
