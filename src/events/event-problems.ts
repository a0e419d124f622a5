export const eventProblems = {
  EVENT_NOT_FOUND: 'Webhook not found.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof eventProblems, string> {}
}
