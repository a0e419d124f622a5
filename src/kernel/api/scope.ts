export const scopes = ['READ', 'WRITE', 'REDEEM', 'SEND', 'ADMIN'] as const;
export type Scope = (typeof scopes)[number];

/** Whether a key with these scopes may do what needs `scope`: writing and redeeming include reading (contract, section 2). */
export function allows(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || (scope === 'READ' && (granted.includes('WRITE') || granted.includes('REDEEM')));
}
