/** The text of short pages that belong to no kind of offer. */
export interface MessageWords {
  notFound: string;
  noPage: string;
  noDirectory: string;
  noPass: string;
  noUnsubscribing: string;
  unavailable: string;
  tooManyPages: string;
  unsubscribe: string;
  unsubscribeFrom: (account: string) => string;
  unsubscribeAsk: (account: string, address: string) => string;
  unsubscribed: string;
  unsubscribedFrom: (account: string, address: string) => string;
  /** Why Google Wallet adds no pass. */
  google: Record<'CAPTURED' | 'DEFERRED' | 'REFUSED', [title: string, text: string]>;
}

export const messages: MessageWords = {
  notFound: 'Not found',
  noPage: 'There is no page at this address.',
  noDirectory: 'There is no directory at this address.',
  noPass: 'There is no pass at this address.',
  noUnsubscribing: 'This unsubscribe link is not valid.',
  unavailable: 'Temporarily unavailable',
  tooManyPages: 'Too many pages are open.',
  unsubscribe: 'Unsubscribe',
  unsubscribeFrom: (account) => `Unsubscribe from ${account}`,
  unsubscribeAsk: (account, address) => `Do you want to stop receiving emails from ${account} at ${address}?`,
  unsubscribed: 'You are unsubscribed',
  unsubscribedFrom: (account, address) => `${account} will send no more emails to ${address}.`,
  google: {
    CAPTURED: ['No real pass', 'This account only tries Google Wallet out, so it makes no real pass.'],
    DEFERRED: ['Please try again', 'Google Wallet cannot add the pass at the moment.'],
    REFUSED: ['No pass', 'Google Wallet does not accept this pass. Please use the former page at the till.'],
  },
};

export type Failure = readonly [title: string, text: string];

export interface Failures {
  unreadable: Failure;
  gone: Failure;
  badAddress: Failure;
  tooMany: Failure;
  unavailable: Failure;
  notPossible: (text: string) => Failure;
  internal: (requestId: string) => Failure;
}

export const failures: Failures = {
  unreadable: ['Bad request', 'The service could not read this request.'],
  gone: ['Not found', 'This content is no longer available.'],
  badAddress: ['Bad request', 'Something in this address is not valid, or no longer.'],
  tooMany: ['Too many requests', 'Please try again soon.'],
  unavailable: ['Temporarily unavailable', 'The service is temporarily unavailable. Please try again soon.'],
  notPossible: (text) => ['Not possible', text],
  internal: (requestId) => ['Something went wrong', `The id of this request is ${requestId}.`],
};
