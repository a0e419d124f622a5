/**
 * All problems that a call can raise, each with its default message. The names are the values of the GraphQL enum
 * `ProblemCode`.
 */
export const problems = {
  UNAUTHENTICATED: 'Credentials are missing or wrong.',
  FORBIDDEN: 'The API key or the role does not allow this.',
  TOO_MANY_REQUESTS: 'Too many requests.',
  UNREADABLE_BODY: 'The request body cannot be read.',
  BODY_TOO_LARGE: 'The request body is too large.',
  CHANGE_TOO_LARGE:
    'The change is too large for a transaction of the database. Nothing has changed. Make it in several parts.',
  UNKNOWN_PATH: 'There is no such path.',
  WRONG_METHOD: 'The path does not accept this method.',
  UNAVAILABLE: 'The service is unavailable for now. Try again later.',
  INTERNAL: 'Internal error. The log has the details under the request id.',
  INVALID_QUERY: 'The GraphQL document is not valid.',
  INVALID_INPUT: 'The input is not valid.',

  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was used with other parameters.',
  IDEMPOTENCY_KEY_RUNNING: 'The first request with this idempotency key is still running.',

  ACCOUNT_NOT_FOUND: 'Account not found.',
  ACCOUNT_CLOSED: 'The account is closed.',
  ACCOUNT_ALREADY_CLOSED: 'The account is closed already.',
  FIRST_ACCOUNT:
    'The first account of the installation cannot be closed, because the key of the operator belongs to it.',
  ACCOUNT_NOT_CLOSED: 'The account is not closed.',
  ACCOUNT_REMOVED: 'The account is being removed, so it cannot be reopened any more.',
  TOO_MANY_SUBACCOUNTS: 'The account already has the maximum of 1,000 subaccounts.',
  TEST_ACCOUNT_EXISTS: 'The account already has a test account.',
  NOT_A_TEST_ACCOUNT: 'Only the clock of a test account can be set forward.',
  NOT_IN_TEST_ACCOUNT: 'A test account cannot do this.',
  CLOCK_BACKWARDS: 'The clock of a test account only goes forward.',
  CLOCK_STEP_TOO_LONG: 'The clock of a test account goes forward by at most 2 years at a time.',
  CLOCK_TOO_FAR: 'The clock of a test account can be at most 10 years ahead of the real time.',
  CLOCK_ADVANCING: 'The clock of the test account is being set forward. Wait until its status is READY.',
  API_KEY_NOT_FOUND: 'API key not found.',
  TOO_MANY_API_KEYS: 'The account already has the maximum of 100 API keys. Revoke one first.',

  TILL_NOT_FOUND: 'Till not found.',
  TILL_REVOKED: 'The till is revoked.',
  TILL_PAIRING_INVALID: 'The pairing link is unknown, was used, or has expired. Ask for a new one.',
  TOO_MANY_TILLS: 'The account already has the maximum of 200 tills. Revoke one first.',

  PERSON_NOT_FOUND: 'Person not found.',
  PERSON_EXISTS: 'The email address belongs to a person of the account.',
  PERSON_HAS_OTHER_ACCOUNTS:
    'The person also belongs to an account that this account does not manage, so only the operator can reset the password.',
  LAST_OWNER: 'The account would have no owner. Make somebody else an owner first.',
  TOO_MANY_PEOPLE: 'The account already has the maximum of 200 people.',
  INVITATION_NOT_FOUND: 'Invitation not found.',
  INVITATION_USED: 'The invitation was accepted.',
  TOO_MANY_INVITATIONS: 'The account already has the maximum of 100 open invitations. Revoke one first.',
  SIGN_IN_NOT_FOUND: 'Sign-in not found.',
  WRONG_PASSWORD: 'The current password is wrong.',

  CURSOR_EXPIRED:
    'Events after this position are no longer stored. Continue without a position, then read the current data again.',
  TOO_SLOW: 'The subscriber is too slow: too many events are waiting. Subscribe again with the last position.',

  TOO_MANY_SUBSCRIPTIONS: 'The API key or the connection already has the maximum number of subscriptions.',

  EXPORT_NOT_FOUND: 'The export does not exist, or its address has expired.',
  JOB_NOT_FOUND: 'Job not found.',
  TOO_MANY_JOBS: 'The account already has the maximum of 50 unfinished jobs.',
  TOO_MANY_PRINT_SHEETS: 'The account already has the maximum of 20 sheets of codes. Each is kept for a day.',
  TOO_MANY_PERSONAL_EXPORTS:
    'The account already has the maximum of 10 exports of personal data. Each is kept for a day.',

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

  DIRECTORY_NOT_FOUND: 'Directory not found.',
  CATEGORY_NOT_FOUND: 'Category not found.',
  DIRECTORY_CAMPAIGN_NOT_FOUND: 'The campaign is not in the directory.',
  DIRECTORY_CAMPAIGN_EXISTS: 'The campaign is already in the directory.',
  DIRECTORY_USER_NOT_FOUND: 'Directory member not found.',
  DIRECTORY_USER_BLOCKED: 'The directory member is blocked.',
  DIRECTORY_EMAIL_TAKEN: 'The email address is already registered in this directory.',

  SESSION_NOT_FOUND: 'Session not found.',
  SESSION_EXPIRED: 'Session or coupon expired.',
  SESSION_NOT_STARTED_YET: 'Start date not reached.',
  SESSION_ALREADY_CLAIMED: 'Session already claimed.',
  SESSION_NOT_CLAIMED: 'Cannot lock because not claimed.',
  SESSION_ALREADY_VALIDATED: 'Session already validated.',
  VALIDATION_FINAL: 'A till takes back only its own validation, within 10 minutes.',
  SESSION_NOT_VALIDATED: 'Session already unvalidated.',
  SESSION_LOCKED: 'Session locked.',
  SESSION_ALREADY_LOCKED: 'Session already locked.',
  SESSION_HELD: 'Session locked: a till holds it.',
  SESSION_NOT_LOCKED: 'Session already unlocked.',
  SESSION_VOIDED: 'Session voided.',
  SESSION_ALREADY_VOIDED: 'Session already voided.',
  SESSION_NOT_VOIDED: 'Session was not voided.',
  SESSIONS_REFUSED: 'Some sessions of the range refused the operation.',
  RANGE_TOO_LONG: 'The range has more than 250,000 sessions. Update it in several parts.',
  SEQUENCE_ORDER: 'The end sequence id comes before the start sequence id.',
  START_SEQUENCE_NOT_FOUND: 'The start sequence id was not found in the coupon.',
  END_SEQUENCE_NOT_FOUND: 'The end sequence id was not found in the coupon.',
  SEQUENCES_OF_OTHER_COUPON: 'The start and end sequence ids do not belong to the given coupon.',
  SEQUENCES_OF_DIFFERENT_COUPONS: 'The start and end sequence ids do not belong to the same coupon.',
  WEBHOOK_ENDPOINT_NOT_FOUND: 'Webhook endpoint not found.',
  WEBHOOK_ENDPOINT_DISABLED: 'The webhook endpoint is disabled. Enable or recover it first.',
  TOO_MANY_WEBHOOK_ENDPOINTS: 'The account already has the maximum of 100 webhook endpoints.',
  WEBHOOK_DELIVERY_NOT_FOUND: 'Webhook delivery not found.',
  VALIDATION_CODES_EXHAUSTED: 'Low on unique generated validation codes.',

  EVENT_NOT_FOUND: 'Webhook not found.',
  LOYALTY_CARD_NOT_FOUND: 'Loyalty card not found.',
  LOYALTY_CARD_HAS_USERS: 'The loyalty card has users. Deactivate it first.',
  LOYALTY_USER_NOT_FOUND: 'Loyalty user not found.',
  LOYALTY_USER_VOIDED: 'Loyalty user voided.',
  LOYALTY_USER_ALREADY_VOIDED: 'Loyalty user already voided.',
  USER_ALREADY_LINKED: 'The user is already linked to the loyalty card.',
  REWARD_NOT_FOUND: 'Reward not found.',
  REWARD_NOT_USABLE: 'The reward is used or expired.',
  REWARD_ALREADY_RETIRED: 'Reward already retired.',
  STAMP_REWARD_EXISTS: 'The loyalty card already has a stamp reward. Retire it first.',
  NOT_A_STAMP_CARD: 'Only a stamp card can have a stamp reward.',
  BALANCE_TOO_LOW: 'Not enough points or stamps.',
  LEDGER_ENTRY_NOT_FOUND: 'Ledger entry not found.',
  LEDGER_ENTRY_ALREADY_REVERSED: 'Ledger entry already reversed.',
  LEDGER_ENTRY_NOT_REVERSIBLE: 'The reversal of a ledger entry cannot be reversed.',
  MERCHANT_NOT_FOUND: 'Merchant not found.',

  NO_EMAIL_INTEGRATION: 'No email integration is set up.',
  NO_SMS_INTEGRATION: 'No SMS integration is set up.',
  NO_EMAIL_SERVICE: "The account is not connected with the service's email messaging.",
  NO_SMS_SERVICE: "The account is not connected with the service's SMS messaging.",
  WALLET_PASS_NOT_FOUND: 'Wallet pass not found.',
  WALLET_PUSH_NOT_FOUND: 'Push message not found.',
  WALLET_DESIGN_NOT_FOUND: 'The campaign has no wallet design.',
  TOO_MANY_WALLET_PICTURES:
    'The wallet designs of the account already have the maximum of 200 different pictures. Remove one first.',
  NO_WALLET_HOLDERS: 'No users have saved the campaign.',
  WALLET_REFUSED: 'No wallet platform is connected, or it refused.',
  NO_CERTIFICATE_REQUEST:
    'No key waits for a certificate. Give the private key too, or make a certificate request first.',
  INTEGRATION_NOT_FOUND: 'Integration not found.',
  EMAIL_NOT_SENT: 'Email not sent.',
  SMS_NOT_SENT: 'SMS not sent.',
  SMS_OPTED_OUT: 'The number is on the opt-out list.',
  EMAIL_BALANCE_EMPTY: 'The email balance is not positive.',
  MESSAGE_NOT_FOUND: 'Message not found.',
  MESSAGE_NOT_RETRIABLE: 'Only a message that failed or has an unknown outcome can be retried.',
  OPT_OUT_NOT_FOUND: 'The address is not on the opt-out list.',
  CONTACT_GROUP_NOT_FOUND: 'Contact group not found.',
  CONTACT_NOT_FOUND: 'Contact not found.',
} as const;

export type ProblemCode = keyof typeof problems;

/** One error in an input: its place and its kind. */
export interface Violation {
  path: readonly PropertyKey[];
  kind: 'missing' | 'invalid';
  message: string;
  /** For a missing field: the fields of which one is required. */
  oneOf?: readonly string[];
}

/** The number of sessions in a range that refuse an operation for the same reason. */
export interface Refusal {
  code: ProblemCode;
  count: number;
}

/** A failure that is reported to the caller. Any other error is an internal error. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly violations: readonly Violation[];

  constructor(
    code: ProblemCode,
    message: string = problems[code],
    violations: readonly Violation[] = [],
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'Problem';
    this.code = code;
    this.violations = violations;
  }
}

/** Rejects a call until some seconds have passed. */
export class TooManyRequests extends Problem {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message?: string) {
    super('TOO_MANY_REQUESTS', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the number of seconds after which the caller may try again, for the header `Retry-After`, or null. */
export function retryAfterOf(problem: Problem): number | null {
  if (problem instanceof TooManyRequests) return problem.retryAfterSeconds;
  return problem.code === 'UNAVAILABLE' || problem.code === 'TOO_MANY_REQUESTS' ? 1 : null;
}

/** Returns a problem for one field of the input whose value is invalid although it matches the schema. */
export function invalidInput(field: string, message: string): Problem {
  return new Problem('INVALID_INPUT', message, [{ path: field.split('.'), kind: 'invalid', message }]);
}

/** Refuses an attempt to use something of a campaign, such as a claim. Statistics count it by its reasons. */
export class RefusedAttempt extends Problem {
  /** The coupon or the loyalty card; null if the caller named nothing that exists. */
  readonly campaignId: string | null;
  readonly refusals: readonly Refusal[];
  /** What else the caller should know, such as who validated a session and when. */
  details: Readonly<Record<string, string | null>> = {};

  constructor(
    code: ProblemCode,
    campaignId: string | null,
    message: string = problems[code],
    refusals: readonly Refusal[] = [{ code, count: 1 }],
  ) {
    super(code, message);
    this.campaignId = campaignId;
    this.refusals = refusals;
  }
}

/** Rejects a change of many sessions and lists every reason. */
export class SessionsRefused extends RefusedAttempt {
  constructor(campaignId: string, refusals: readonly Refusal[]) {
    const message = refusals.map(({ code, count }) => `${count} sessions: ${problems[code]}`).join(' ');
    super('SESSIONS_REFUSED', campaignId, message, refusals);
  }
}
