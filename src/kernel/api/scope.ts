export const scopes = ['READ', 'WRITE', 'REDEEM', 'SEND', 'ADMIN'] as const;
export type Scope = (typeof scopes)[number];
