import type { Row } from './adapter/row.ts';
import * as barcode from './v3/barcode.ts';
import * as batch from './v3/batch.ts';
import * as contacts from './v3/contacts.ts';
import * as coupons from './v3/coupons.ts';
import * as directoriesV3 from './v3/directories.ts';
import * as loyaltyV3 from './v3/loyalty-cards.ts';
import * as loyaltyUsersV3 from './v3/loyalty-users.ts';
import * as pushes from './v3/pushes.ts';
import * as sends from './v3/sends.ts';
import * as sessionLists from './v3/session-lists.ts';
import * as sessions from './v3/sessions.ts';
import * as singleUse from './v3/single-use.ts';
import * as directories from './v4/directories.ts';
import * as directorySends from './v4/directory-sends.ts';
import * as directoryUsers from './v4/directory-users.ts';
import * as loyaltyCards from './v4/loyalty-cards.ts';
import * as loyaltyPushes from './v4/loyalty-pushes.ts';
import * as loyaltyUsers from './v4/loyalty-users.ts';
import * as webhook from './v4/webhook-verification.ts';

export const rows: readonly Row<unknown>[] = [
  coupons,
  sessions,
  barcode,
  batch,
  sessionLists,
  singleUse,
  sends,
  pushes,
  loyaltyV3,
  loyaltyUsersV3,
  loyaltyCards,
  loyaltyUsers,
  loyaltyPushes,
  directoriesV3,
  directories,
  directoryUsers,
  contacts,
  directorySends,
  webhook,
].flatMap((module) => Object.values(module).filter(isRow));

/** Whether a value is a row. The modules of rows also export shared values. */
function isRow(value: object): value is Row<unknown> {
  return 'path' in value;
}
