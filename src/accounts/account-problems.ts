export const accountProblems = {
  ACCOUNT_NOT_FOUND: 'Account not found.',
  ACCOUNT_ALREADY_CLOSED: 'The account is already closed.',
  FIRST_ACCOUNT:
    'The first account of the installation cannot be closed, because the key of the operator belongs to it.',
  ACCOUNT_NOT_CLOSED: 'The account is not closed.',
  ACCOUNT_REMOVED: 'The account is being removed and can no longer be reopened.',
  TOO_MANY_SUBACCOUNTS: 'The account already has the maximum of 1,000 subaccounts.',
  TEST_ACCOUNT_EXISTS: 'The account already has a test account.',
  NOT_A_TEST_ACCOUNT: 'Only the clock of a test account can be set forward.',
  NOT_IN_TEST_ACCOUNT: 'A test account cannot do this.',
  CLOCK_BACKWARDS: 'The clock of a test account can only go forward.',
  CLOCK_STEP_TOO_LONG: 'The clock of a test account can be set forward by at most 2 years at a time.',
  CLOCK_TOO_FAR: 'The clock of a test account can be at most 10 years ahead of the real time.',
  CLOCK_ADVANCING: 'The clock of the test account is being set forward. Wait until its status is READY.',
  API_KEY_NOT_FOUND: 'API key not found.',
  TOO_MANY_API_KEYS: 'The account already has the maximum of 100 API keys. Revoke one first.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof accountProblems, string> {}
}
