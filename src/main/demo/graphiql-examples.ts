import type { GraphiQLOptions } from 'graphql-yoga';
import type { DemoKey } from './demo.ts';

/** GraphiQL with examples in its tabs; on the demo its key is filled in. */
export function graphiqlOptions(demo: DemoKey | null): GraphiQLOptions & { query: string } {
  const headers = demo && JSON.stringify({ 'X-Client-Id': demo.id, 'X-Client-Secret': demo.secret }, null, 2);
  const queries = examples(demo?.session ?? 'its 21 characters', demo?.coupon ?? 'cam_...');
  const query = demo ? queries[0] : `${keyHint}${queries[0]}`;
  return {
    title: 'Campaign service',
    ...(headers && { headers, defaultHeaders: headers }),
    // The page reads it although its types don't name it. Without it, coming back opens one more, empty tab.
    query,
    defaultTabs: [query, ...queries.slice(1)].map((query) => ({ query, headers })),
    // A secret does not belong into the browser's storage, and an old demo's key would hide the new one.
    shouldPersistHeaders: false,
    // Over WebSocket the page would send no credentials.
    subscriptionsProtocol: 'SSE',
  };
}

const keyHint = `# Put your API key into "Headers" below:
# { "X-Client-Id": "key_...", "X-Client-Secret": "..." }

`;

const examples = (session: string, coupon: string): [string, ...string[]] => [
  `# The coupons of the account, newest first.
query Coupons {
  coupons(first: 10) {
    nodes { id name status tags expiryType value currency }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  `# One session by its code.
query Session {
  couponSession(session: "${session}") {
    session url firstName lastName claimedAt validatedAt expiresAt expired
    coupon { name }
  }
}
`,
  `# What a till does. The second time it answers SESSION_ALREADY_CLAIMED.
mutation Claim {
  claimCouponSession(input: { session: "${session}", data: { moneySpent: "12.50" } }) {
    session claimedAt claimType moneySpent
  }
}
`,
  `# A coupon for one customer by email. The demo sends nothing: see /outbox, with the key as user name and password.
mutation SendCoupon {
  sendCouponEmail(
    input: { coupon: "${coupon}", email: "ada@example.com", firstName: "Ada", lastName: "Lovelace", checkUnique: true }
  ) {
    message { id status subject text }
    session { session url }
    duplicate
  }
}
`,
  `# The loyalty cards, what can be earned on them, and who has them.
query LoyaltyCards {
  loyaltyCards(first: 2) {
    nodes { id name type stampsRequired rewards { name cost unit } }
  }
}
`,
  `# Everything that happens, live. Run it, then claim something in another tab.
subscription Events {
  webhookEvents(after: "0") {
    position
    event { id kind type datetime campaign session data }
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
