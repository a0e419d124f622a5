import { Problem } from '../problem.ts';
import type { Viewer } from './viewer.ts';

export const scopes = ['READ', 'WRITE', 'REDEEM', 'SEND', 'ADMIN'] as const;
export type Scope = (typeof scopes)[number];

/** Raises `UNAUTHENTICATED` without a viewer and `FORBIDDEN` when the key lacks the scope. */
export function requireScope(viewer: Viewer | null, scope: Scope): asserts viewer is Viewer {
  if (!viewer) throw new Problem('UNAUTHENTICATED');
  if (!allows(viewer.scopes, scope)) throw new Problem('FORBIDDEN', `The API key needs the scope ${scope}.`);
}

/** Whether a key with these scopes may do what needs `scope`: writing and redeeming include reading (contract, section 2). */
function allows(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || (scope === 'READ' && (granted.includes('WRITE') || granted.includes('REDEEM')));
}
