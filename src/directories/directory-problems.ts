export const directoryProblems = {
  DIRECTORY_NOT_FOUND: 'Directory not found.',
  CATEGORY_NOT_FOUND: 'Category not found.',
  DIRECTORY_CAMPAIGN_NOT_FOUND: 'The campaign is not in the directory.',
  DIRECTORY_CAMPAIGN_EXISTS: 'The campaign is already in the directory.',
  DIRECTORY_USER_NOT_FOUND: 'Directory user not found.',
  DIRECTORY_USER_BLOCKED: 'The directory user is blocked.',
  DIRECTORY_EMAIL_TAKEN: 'The email address is already registered in this directory.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof directoryProblems, string> {}
}
