import type { GraphiQLOptions } from 'graphql-yoga';
import type { DemoKey } from './opening.ts';

export function graphiqlOptions(demo: DemoKey | null): GraphiQLOptions & { query: string } {
  const headers = demo && JSON.stringify({ 'X-Client-Id': demo.id, 'X-Client-Secret': demo.secret }, null, 2);
  const queries = examples(demo?.session ?? 'its 21 characters', demo?.coupon ?? 'cam_...');
  const query = demo ? queries[0] : `${keyHint}${queries[0]}`;
  return {
    title: 'Campaign service',
    ...(headers && { headers, defaultHeaders: headers }),
    // The types lack this option. Without it, each reload opens another empty tab.
    query,
    defaultTabs: [query, ...queries.slice(1)].map((query) => ({ query, headers })),
    // Keeps the secret out of the browser. A stored old key would also replace the new one.
    shouldPersistHeaders: false,
    // The page sends no credentials over WebSocket.
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
  `# Claims a session, as a till does. A second claim returns the error SESSION_ALREADY_CLAIMED.
mutation Claim {
  claimCouponSession(input: { session: "${session}", data: { moneySpent: "12.50" } }) {
    session claimedAt claimType moneySpent
  }
}
`,
  `# Sends a coupon to a customer by email. The demo captures the email instead of sending it: open /outbox and sign in
# with the id and the secret of the key.
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
  `# All events as they happen. Run it, then claim a session in another tab.
subscription Events {
  webhookEvents {
    position
    event { id kind type datetime campaign session data }
  }
}
`,
];
