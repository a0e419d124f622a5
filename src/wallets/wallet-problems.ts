export const walletProblems = {
  WALLET_PASS_NOT_FOUND: 'Wallet pass not found.',
  WALLET_PUSH_NOT_FOUND: 'Push message not found.',
  WALLET_DESIGN_NOT_FOUND: 'The campaign has no wallet design.',
  TOO_MANY_WALLET_PICTURES:
    'The wallet designs of the account already have the maximum of 200 different pictures. Remove one first.',
  NO_WALLET_HOLDERS: 'No users have saved the campaign.',
  WALLET_REFUSED: 'No wallet platform is connected, or the platform refused the connection.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof walletProblems, string> {}
}
