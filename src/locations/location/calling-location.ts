import type { Viewer } from '../../api/viewer.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { isBlank } from '../../kernel/values/blank.ts';
import { withoutEdges } from '../../kernel/values/without-edges.ts';

/**
 * Returns where a call is made: at the location of the till, or at the one that the caller gives. Null if it is made at
 * no location. A blank text names none.
 */
export function locationOf({ till }: Pick<Viewer, 'till'>, given: string | null | undefined): string | null {
  const own = till?.locationId;
  const named = given && !isBlank(given) ? withoutEdges(given) : null;
  if (till && named && named !== own) throw invalidInput('location', 'is not the location of the till');
  return own ?? named;
}
