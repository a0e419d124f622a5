export const tillProblems = {
  TILL_NOT_FOUND: 'Till not found.',
  TILL_REVOKED: 'The till has been revoked.',
  TILL_PAIRING_INVALID: 'The pairing link is unknown, has been used or has expired. Ask for a new one.',
  TOO_MANY_TILLS: 'The account already has the maximum of 200 tills. Revoke one first.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof tillProblems, string> {}
}
