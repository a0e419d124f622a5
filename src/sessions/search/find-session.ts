import { z } from 'zod';
import { scannedText } from '../../api/inputs.ts';
import { query } from '../../api/query.ts';
import { tillScope } from '../../api/scope.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { mostMeant, sessionsOfCode } from './session-of-code.ts';

query({
  name: 'findSession',
  description: `The sessions of the account that a code means, newest first: usually one, none if there is no such session, and at most ${mostMeant} if several have the code. A plain list.`,
  scope: 'READ',
  alternativeScope: tillScope,
  input: z.object({
    code: scannedText.meta({
      description:
        'What a till scans or somebody types: a session code, its first 6 characters, the public address of the session, a validation code or a custom id. The complete code, in upper or lower case or mixed. Surrounding spaces are ignored. The raw symbols of a Code 39 barcode are read too, and a prefix that tells the kind of barcode (`]Q3`) is ignored.',
    }),
  }),
  type: [CouponSessionType],
  problems: [],
  run: ({ input, viewer, database }) => sessionsOfCode(database, viewer.account.id, input.code),
});
