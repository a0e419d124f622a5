const session = `session firstName lastName value validatedAt voidedAt lockedAt expiresAt createdAt customValidationCode
  coupon { name title subtitle description termsShort startDate expiryDate voidedAt lockedAt value currency }`;

const user = `id userId cardId firstName lastName stamps points pointsExpiring { points expiresAt } voidedAt rewards { id name usable expiresAt }
  card { name title type active stampsRequired pointsPerAmount pointsRounding rewards { id name cost unit retiredAt } }`;

const till = `id name redeemsAtOnce asksForMoney fields { number label } offlineRedemption location { name }`;

const change = (name: string, input: string, fields: string) =>
  `mutation ($input: ${input}!) { ${name}(input: $input) { ${fields} } }`;

export const documents = {
  pair: `mutation ($token: String!) { pairTill(input: { token: $token }) { keyId secret till { ${till} } } }`,
  viewer: `{ viewer { account { name } till { ${till} } } }`,
  find: `query ($code: String!) { findSession(code: $code) { ${session} } findLoyaltyUser(code: $code) { ${user} } }`,
  findSession: 'query ($code: String!) { findSession(code: $code) { session } }',
  hold: change('holdCouponSession', 'HoldCouponSessionInput', session),
  redeem: change('validateCouponSession', 'ValidateCouponSessionInput', session),
  undo: change('unvalidateCouponSession', 'UnvalidateCouponSessionInput', session),
  addStamps: change('addStamps', 'AddStampsInput', user),
  addPoints: change('adjustLoyaltyBalance', 'AdjustLoyaltyBalanceInput', user),
  addPurchase: change('addPurchase', 'AddPurchaseInput', user),
  useRewards: change('useRewards', 'UseRewardsInput', user),
  redeemPoints: change('redeemPoints', 'RedeemPointsInput', user),
} as const;
