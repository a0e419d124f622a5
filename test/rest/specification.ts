/** The codes in the Errors table of the specification, for the paths that are served. */
export const specifiedCodes: Record<string, readonly number[]> = {
  '/v3/coupon/list': [515],
  '/v3/coupon/info': [200, 301, 502],
  '/v3/coupon/status': [200, 302, 422, 502],
  '/v3/campaign/data': [200, 301, 303, 502],
  '/v3/campaign/opens': [200, 301, 303, 502],
  '/v3/campaign/claims': [200, 301, 303, 502],
  '/v3/campaign/validations': [200, 301, 303, 502],
  '/v3/couponsession/data': [200, 300, 513],
  '/v3/couponsession/update': [200, 300, 302, 351, 352, 353, 354, 355, 356, 357, 358, 512],
  '/v3/batch/update': [200, 301, 302, 351, 352, 354, 355, 356, 357, 358, 359, 360, 502, 513],
  '/v3/couponsession/search': [200, 300, 512],
  '/v3/campaignsession/search': [200, 300, 502, 512],
  '/v3/couponsession/barcode': [400],
  '/v3/singleuse/remove': [200, 301, 502, 513],
  '/v3/singleuse/create': [200, 301, 502],
  '/v3/multiplesingleuse/create': [200, 301, 302, 502, 601],
  'POST /v4/webhook/verification': [200, 509],
  // What the specification does not number has the codes of the contract (section 4).
  '/v3/loyalty/list': [302],
  '/v3/loyalty/info': [200, 507],
  '/v3/loyaltyusers/create': [200, 300, 301, 302, 303, 305],
  '/v3/loyaltyusers/link': [200, 367, 505, 516],
  '/v3/loyaltyusers/list': [200, 505],
  '/v3/loyaltyusers/search': [200, 300, 505],
  '/v3/loyaltyusers/update': [200, 301, 302, 361, 364, 505, 516],
  'GET /v4/loyalty/loyalty-cards': [],
  'POST /v4/loyalty/loyalty-cards/{id}/copy': [300, 505],
  'GET /v4/loyalty/loyalty-cards/{loyaltyCardId}/stats': [300, 301, 302, 505],
  'POST /v4/loyalty/loyalty-cards/{loyaltyCardId}/stats': [300, 301, 305, 505],
  'POST /v4/loyalty/loyalty-cards/{id}/stats/bulk': [200, 300, 301, 305, 505],
  'GET /v4/loyalty/loyalty-cards/{loyaltyCardId}/stats/{userId}': [505, 516],
  'PUT /v4/loyalty/loyalty-cards/{loyaltyCardId}/stats/{userId}': [300, 301, 305, 505, 516],
  'DELETE /v4/loyalty/loyalty-cards/{loyaltyCardId}/stats/{userId}': [505, 516],
  'POST /v4/loyalty/loyalty-cards/{loyaltyCardId}/stats/{userId}/stamps': [200, 301, 361, 505, 516],
  'PUT /v4/loyalty/loyalty-cards/{loyaltyCardId}/stats/{userId}/rewards': [200, 302, 361, 363, 505, 516, 518],
  'PUT /v4/loyalty/loyalty-cards/{loyaltyCardId}/stats/{userId}/void': [362, 505, 516],
};

/** The HTTP status of a refusal with these codes (contract, section 4). */
export function statusOf(path: string, [code = 0]: readonly number[]): number {
  if (path.startsWith('/v3')) return 422;
  if ([502, 505, 507, 516, 517, 518, 519, 520].includes(code)) return 404;
  return (code >= 360 && code <= 367) || (code >= 103 && code <= 105) ? 409 : 422;
}
