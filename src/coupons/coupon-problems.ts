export const couponProblems = {
  COUPON_NOT_FOUND: 'Coupon not found.',
  COUPON_STATUS_UNCHANGED: 'The coupon already has this status.',
  COUPON_HAS_SESSIONS: 'The coupon has sessions. Void it first.',
  COUPON_LOCKED: 'Coupon locked.',
  COUPON_ALREADY_LOCKED: 'Coupon already locked.',
  COUPON_NOT_LOCKED: 'Coupon is not locked.',
  COUPON_VOIDED: 'Coupon voided.',
  COUPON_ALREADY_VOIDED: 'Coupon already voided.',
  COUPON_NOT_VOIDED: 'Coupon is not voided.',
  FOLDER_NOT_FOUND: 'Folder not found.',
  FOLDER_NOT_EMPTY: 'The folder is not empty.',
  FOLDER_CYCLE: 'A folder cannot be inside itself or more than 20 levels deep.',
  TAG_NOT_FOUND: 'No coupon has this tag.',
  TOO_MANY_TAGS: 'The coupons of the account already have the maximum of 1,000 different tags. Remove one first.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof couponProblems, string> {}
}
