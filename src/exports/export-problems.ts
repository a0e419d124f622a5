export const exportProblems = {
  EXPORT_NOT_FOUND: 'The export does not exist, or its address has expired.',
  TOO_MANY_PRINT_SHEETS: 'The account already has the maximum of 20 sheets of codes. Each is kept for a day.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof exportProblems, string> {}
}
