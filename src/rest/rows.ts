import type { Row } from './route.ts';
import * as coupons from './v3/coupons.ts';
import * as sessionLists from './v3/session-lists.ts';
import * as sessions from './v3/sessions.ts';
import * as singleUse from './v3/single-use.ts';

/** Every documented path that is served. */
export const rows = [coupons, sessions, sessionLists, singleUse].flatMap((module) =>
  Object.values(module),
) as Row<unknown>[];
