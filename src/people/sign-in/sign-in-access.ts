import { requireScope, type Viewer } from '../../api/viewer.ts';

/**
 * Returns the conditions on the sign-ins that a caller may see and end: people their own ones, and callers with the
 * scope `ADMIN` also those for the account. Throws `FORBIDDEN` if the caller may see none of them.
 */
export function accessTo(viewer: Viewer, personId?: string | null): { personId?: string; accountId?: string } {
  const { person, account } = viewer;
  if (person && (personId ?? person.id) === person.id) return { personId: person.id };
  requireScope(viewer, 'ADMIN');
  return { accountId: account.id, ...(personId && { personId }) };
}
