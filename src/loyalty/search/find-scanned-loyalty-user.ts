import { z } from 'zod';
import { scannedText } from '../../api/inputs.ts';
import { query } from '../../api/query.ts';
import { tillScope } from '../../api/scope.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import { mostScanned, usersScanned } from './scanned-user.ts';

query({
  name: 'findLoyaltyUser',
  description: `The loyalty user that a code means, on each of the cards of the person, at most ${mostScanned}, the newest first. None if there is no such user. A plain list.`,
  scope: 'READ',
  alternativeScope: tillScope,
  input: z.object({
    code: scannedText.meta({
      description:
        "What a till scans: the id of the user (`usr_…`), as the barcode of a wallet pass has it, the id of the user of a card (`loy_…:usr_…`), or the public address of the user's card. The last two mean one card.",
    }),
  }),
  type: [LoyaltyUserType],
  problems: [],
  run: ({ input, viewer, database }) => usersScanned(database, viewer.account.id, input.code),
});
