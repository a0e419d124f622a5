export const contactProblems = {
  CONTACT_GROUP_NOT_FOUND: 'Contact group not found.',
  CONTACT_NOT_FOUND: 'Contact not found.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof contactProblems, string> {}
}
