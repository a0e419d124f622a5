export const locationProblems = {
  LOCATION_NOT_FOUND: 'Location not found.',
  LOCATION_IN_USE: 'Coupons are valid at this location. Remove it from them first.',
  TOO_MANY_LOCATIONS: 'The account already has the maximum of 10,000 locations. Delete one first.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof locationProblems, string> {}
}
