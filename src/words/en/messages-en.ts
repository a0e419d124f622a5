/** The texts of short pages that belong to no kind of offer. */
export const messages = {
  notFound: 'Not found',
  noPage: 'There is no page at this address.',
  noDirectory: 'There is no directory at this address.',
  noCoupon: 'There is no coupon at this address.',
  noCard: 'There is no loyalty card at this address.',
  noPass: 'There is no pass at this address.',
  noUnsubscribing: 'This unsubscribe link is not valid.',
  unavailable: 'Temporarily unavailable',
  tooManyPages: 'Too many pages are open.',
  unsubscribe: 'Unsubscribe',
  unsubscribeFrom: (account: string) => `Unsubscribe from ${account}`,
  unsubscribeAsk: (account: string, address: string) =>
    `Do you want to stop receiving emails from ${account} at ${address}?`,
  unsubscribed: 'You are unsubscribed',
  unsubscribedFrom: (account: string, address: string) => `${account} will send no more emails to ${address}.`,
  /** Why Google Wallet cannot add a pass. */
  google: {
    CAPTURED: ['No real pass', 'This account is only testing Google Wallet, so it creates no real pass.'],
    DEFERRED: ['Please try again', 'Google Wallet cannot add the pass at the moment.'],
    REFUSED: ['Pass refused', 'Google Wallet does not accept this pass. Please show the previous page at the till.'],
  } satisfies Record<string, [title: string, text: string]>,
};

export type Failure = readonly [title: string, text: string];

export const failures = {
  unreadable: ['Bad request', 'The service could not read this request.'],
  gone: ['Not found', 'This content is no longer available.'],
  badAddress: ['Bad request', 'This address is not valid, or no longer valid.'],
  tooMany: ['Too many requests', 'Please try again soon.'],
  unavailable: ['Temporarily unavailable', 'The service is temporarily unavailable. Please try again soon.'],
  notPossible: (text: string) => ['Not possible', text],
  internal: (requestId: string) => ['Something went wrong', `The ID of this request is ${requestId}.`],
} satisfies Record<string, Failure | ((said: string) => Failure)>;
