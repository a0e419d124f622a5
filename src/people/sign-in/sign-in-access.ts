import { requireScope, type Viewer } from '../../kernel/api/viewer.ts';
import type { Value } from '../../kernel/database/statement.ts';

/**
 * Returns the condition on the sign-ins `i` that a caller may see and end: people their own ones, and callers with the
 * scope `ADMIN` also those for the account. Throws `FORBIDDEN` if the caller may see none of them.
 */
export function accessTo(viewer: Viewer, personId?: string | null): [condition: string, values: Value[]] {
  const { person, account } = viewer;
  if (person && (personId ?? person.id) === person.id) return ['i.person_id = ?', [person.id]];
  requireScope(viewer, 'ADMIN');
  return personId
    ? ['i.account_id = ? AND i.person_id = ?', [account.id, personId]]
    : ['i.account_id = ?', [account.id]];
}
