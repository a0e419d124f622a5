import type { GraphiQLOptions } from 'graphql-yoga';
import type { DemoKey } from './demo.ts';

/** GraphiQL with examples in its tabs; on the demo its key is filled in. */
export function graphiqlOptions(demo: DemoKey | null): GraphiQLOptions {
  const id = demo?.id ?? 'key_…';
  const headers = JSON.stringify({ 'X-Client-Id': id, 'X-Client-Secret': demo?.secret ?? '…' }, null, 2);
  const variables = JSON.stringify({ session: demo?.session ?? '' }, null, 2);
  return {
    title: 'Campaign service',
    headers,
    defaultHeaders: headers,
    defaultTabs: examples.map((query) => ({ headers, query, ...(query.includes('$session') && { variables }) })),
    shouldPersistHeaders: true,
    subscriptionsProtocol: 'WS',
  };
}

const examples = [
  `# The coupons of the account, newest first.
query Coupons {
  coupons(first: 10) {
    nodes { id name status tags expiryType value currency }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  `# One session by its code.
query Session($session: ID!) {
  couponSession(session: $session) {
    session url firstName lastName claimedAt validatedAt expiresAt expired
    coupon { name }
  }
}
`,
  `# What a till does. The second time it answers SESSION_ALREADY_CLAIMED.
mutation Claim($session: ID!) {
  claimCouponSession(input: { session: $session, data: { moneySpent: "12.50" } }) {
    session claimedAt claimType moneySpent
  }
}
`,
  `# A new coupon.
mutation CreateCoupon {
  createCoupon(input: { name: "Two for one", expiry: { flexible: { days: 14 } }, tags: ["autumn"] }) {
    id code url
  }
}
`,
];
