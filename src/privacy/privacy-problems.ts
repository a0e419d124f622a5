export const privacyProblems = {
  TOO_MANY_PERSONAL_EXPORTS:
    'The account already has the maximum of 10 exports of personal data. Each is kept for a day.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof privacyProblems, string> {}
}
