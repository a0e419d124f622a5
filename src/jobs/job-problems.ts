export const jobProblems = {
  JOB_NOT_FOUND: 'Job not found.',
  TOO_MANY_JOBS: 'The account already has the maximum of 50 unfinished jobs.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof jobProblems, string> {}
}
