export const scopes = ['READ', 'WRITE', 'REDEEM', 'SEND', 'ADMIN'] as const;
export type Scope = (typeof scopes)[number];

export const roles = ['OWNER', 'MARKETER', 'ANALYST'] as const;

/** What a person may do in an account. */
export type Role = (typeof roles)[number];

export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  OWNER: scopes,
  MARKETER: ['READ', 'WRITE', 'SEND'],
  ANALYST: ['READ'],
};
