export const scopes = ['READ', 'WRITE', 'REDEEM', 'SEND', 'ADMIN'] as const;

type GrantedScope = (typeof scopes)[number];

/** The scope that only tills have. It includes no other scope. */
export const tillScope = 'TILL';

export type Scope = GrantedScope | typeof tillScope;

export const roles = ['OWNER', 'MARKETER', 'ANALYST'] as const;

export type Role = (typeof roles)[number];

export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  OWNER: scopes,
  MARKETER: ['READ', 'WRITE', 'SEND'],
  ANALYST: ['READ'],
};
