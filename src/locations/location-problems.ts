export const locationProblems = {
  LOCATION_NOT_FOUND: 'Location not found.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof locationProblems, string> {}
}
