export const personProblems = {
  PERSON_NOT_FOUND: 'Person not found.',
  PERSON_EXISTS: 'The email address already belongs to a person in the account.',
  PERSON_HAS_OTHER_ACCOUNTS:
    'The person also belongs to an account that this account does not manage. Only the operator can reset the password.',
  LAST_OWNER: 'The account would have no owner. Make someone else an owner first.',
  TOO_MANY_PEOPLE: 'The account already has the maximum of 200 people.',
  INVITATION_NOT_FOUND: 'Invitation not found.',
  INVITATION_USED: 'The invitation has already been accepted.',
  TOO_MANY_INVITATIONS: 'The account already has the maximum of 100 open invitations. Revoke one first.',
  SIGN_IN_NOT_FOUND: 'Sign-in not found.',
  WRONG_PASSWORD: 'The current password is wrong.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof personProblems, string> {}
}
