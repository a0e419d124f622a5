import { type Problem, type ProblemCode, problems, retryAfterOf } from '../../kernel/problem.ts';

/** The error codes and HTTP statuses of the problems that any path can raise. */
export const commonCodes = {
  UNAUTHENTICATED: [1000, 401],
  FORBIDDEN: [1001, 403],
  ACCOUNT_CLOSED: [1001, 403],
  TOO_MANY_REQUESTS: [1002, 429],
  UNREADABLE_BODY: [1003, 400],
  BODY_TOO_LARGE: [1003, 413],
  CHANGE_TOO_LARGE: [1003, 413],
  UNAVAILABLE: [1004, 503],
  INTERNAL: [1005, 500],
  IDEMPOTENCY_KEY_REUSED: [1011, 422],
  IDEMPOTENCY_KEY_RUNNING: [1012, 409],
  UNKNOWN_PATH: [1006, 404],
  WRONG_METHOD: [1007, 405],
} as const satisfies Partial<Record<ProblemCode, readonly [code: number, status: number]>>;

/** The HTTP statuses on /v4, for error codes whose status is not 422. */
export const v4Statuses: Readonly<Record<number, number>> = Object.fromEntries([
  ...[502, 505, 507, 516, 517, 518, 519, 520].map((code) => [code, 404]),
  ...[103, 104, 105, 360, 361, 362, 363, 364, 365, 366, 367, 368, 369, 521, 522].map((code) => [code, 409]),
]);

export const missing = 200;

/** The messages of error codes that concern a field of the request. */
export const inputErrors: Record<number, (field: string) => string> = {
  200: (field) => `Missing parameter ${field}.`,
  300: (field) => `Invalid character in ${field}.`,
  301: (field) => `Invalid character in ${field}.`,
  302: (field) => `Invalid value of ${field}.`,
  303: (field) => `${field} is not a valid date.`,
  305: (field) => `${field} is not a valid email address.`,
};

type Messages = Partial<Record<ProblemCode, string>>;

/** The texts of /v3 and /v4 where they differ from those of the problems. */
const messages: Messages = {
  COUPON_NOT_FOUND: 'Campaign id not found.',
  COUPON_STATUS_UNCHANGED: 'Status already has the requested value.',
  VALIDATION_CODES_EXHAUSTED: 'Low on unique generated validation codes.',
  CONTACT_GROUP_NOT_FOUND: 'Group id not found.',
  SMS_OPTED_OUT: 'The number is on the blacklist or opt-out list.',
};

/** Returns the text for a problem. A message with details stays unchanged. */
export function errorMessageOf({ code, message }: Problem, messagesOfCall: Messages = {}): string {
  return message === problems[code] ? defaultMessage(code, messagesOfCall) : message;
}

export function defaultMessage(code: ProblemCode, messagesOfCall: Messages = {}): string {
  return messagesOfCall[code] ?? messages[code] ?? problems[code];
}

export interface CodedError {
  code: number;
  /** The description from the specification, if there is one. */
  description: string;
  /** A sentence about the value that was sent. It follows the description. */
  reason?: string | undefined;
}

export function textOf({ description, reason }: CodedError): string {
  return reason ? `${description} ${reason}` : description;
}

export class RestError extends Error {
  readonly status: number | null;
  readonly failures: readonly CodedError[];
  /** The value of the header `Retry-After`, in seconds. */
  readonly retryAfter: number | null;

  constructor(failures: readonly CodedError[], status: number | null = null, retryAfter: number | null = null) {
    super(failures.map(textOf).join(' '));
    // The errors in the documented order.
    this.failures = failures.toSorted((one, other) => one.code - other.code);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  withStatus(status: number | undefined): RestError {
    return new RestError(this.failures, this.status ?? status ?? null, this.retryAfter);
  }
}

export function commonError(problem: Problem): RestError {
  const [code, status] = commonCodes[problem.code as keyof typeof commonCodes] ?? commonCodes.INTERNAL;
  return new RestError([{ code, description: problem.message }], status, retryAfterOf(problem));
}
