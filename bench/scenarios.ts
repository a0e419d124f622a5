import type { Data } from './data.ts';

/** One row of the table: the same request to the service and to the baseline. */
export interface Scenario {
  name: string;
  title: string;
  /** The ratio that the throughput of the service should reach, relative to the baseline. */
  aim: number;
  request: Question;
  /** The request to the baseline, if it differs. */
  baseline?: Question;
  /** The number of requests, if each can be sent only once. */
  supply?: number;
}

export interface Question {
  path: string;
  /** Returns the body of the n-th request. */
  body: (n: number) => object;
}

export function scenariosOf({ coupons, sessions, unclaimed }: Data): Scenario[] {
  const lookup = { path: '/v3/couponsession/data', body: (n: number) => ({ couponsession: spread(sessions, n) }) };
  const query = `query ($session: ID!) {
    couponSession(session: $session) {
      session url sequenceId customId couponId widgetValidationCode customValidationCode
      firstName lastName email phone
      customField1 customField2 customField3 customField4 customField5 customField6 customField7
      moneySpent value utmCampaign utmSource utmMedium utmTerm utmContent
      createdAt openedAt startedAt claimedAt claimType validatedAt lockedAt voidedAt unvoidedAt
      savedToAppleAt savedToGoogleAt expiresAt expired
    }
  }`;
  return [
    { name: 'lookup', title: 'session lookup, REST', aim: 1.6, request: lookup },
    {
      name: 'list',
      title: 'list of 100, REST',
      aim: 0.8,
      request: { path: '/v3/campaign/data', body: (n) => ({ campaign: coupons[n % coupons.length] }) },
    },
    {
      name: 'claim',
      title: 'claim with event, REST',
      aim: 2.2,
      request: {
        path: '/v3/couponsession/update',
        body: (n) => ({ couponsession: spread(unclaimed, n), operation: 'claim' }),
      },
      supply: unclaimed.length,
    },
    {
      name: 'graphql',
      title: 'session lookup, GraphQL',
      aim: 0.8,
      request: { path: '/graphql', body: (n) => ({ query, variables: { session: spread(sessions, n) } }) },
      baseline: lookup,
    },
  ];
}

export function scenarioOf(data: Data, name: string): Scenario {
  const found = scenariosOf(data).find((scenario) => scenario.name === name);
  if (!found) throw new Error(`there is no scenario ${name}`);
  return found;
}

/** Returns every code once before it repeats any, and never two in a row that are neighbours in the table. */
function spread(codes: readonly string[], n: number): string | undefined {
  return codes[(n * 7919) % codes.length];
}
