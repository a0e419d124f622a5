const commonProblems = {
  UNAUTHENTICATED: 'Credentials are missing or wrong.',
  FORBIDDEN: 'The API key or the role does not allow this.',
  TOO_MANY_REQUESTS: 'Too many requests.',
  UNREADABLE_BODY: 'The request body cannot be read.',
  BODY_TOO_LARGE: 'The request body is too large.',
  CHANGE_TOO_LARGE:
    'The change is too large for one database transaction. Nothing has changed. Split it into several changes.',
  UNKNOWN_PATH: 'There is no such path.',
  WRONG_METHOD: 'The path does not accept this method.',
  UNAVAILABLE: 'The service is temporarily unavailable. Try again later.',
  INTERNAL: 'Internal error. The log has the details under the request id.',
  INVALID_QUERY: 'The GraphQL document is not valid.',
  INVALID_INPUT: 'The input is not valid.',
  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was already used with different parameters.',
  IDEMPOTENCY_KEY_RUNNING: 'The first request with this idempotency key is still running.',
  ACCOUNT_CLOSED: 'The account is closed.',
  CURSOR_EXPIRED:
    'Events after this position are no longer stored. Continue without a position, then read the current data again.',
  TOO_SLOW: 'The subscriber is too slow: too many events are waiting. Subscribe again with the last position.',
  TOO_MANY_SUBSCRIPTIONS: 'The API key, the account or the connection already has the maximum number of subscriptions.',
} as const;

/** All problems. The file `<noun>-problems.ts` of each domain adds its own. */
export interface Problems extends Record<keyof typeof commonProblems, string> {}

export type ProblemCode = keyof Problems;

/**
 * The problems with their messages. They become the GraphQL enum `ProblemCode`. `main/registries/domains.ts` completes
 * them.
 */
export const problems = { ...commonProblems } as Readonly<Problems>;

export function addProblems(ofDomain: Partial<Problems>): void {
  Object.assign(problems, ofDomain);
}

export interface InputError {
  path: readonly PropertyKey[];
  kind: 'missing' | 'invalid';
  message: string;
  oneOf?: readonly string[];
  limit?: Limit;
}

/** The minimum or maximum that a value does not respect: of its characters, of its items, or of the value itself. */
export interface Limit {
  of: 'characters' | 'items' | 'value';
  bound: 'min' | 'max';
  is: number;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly inputErrors: readonly InputError[];

  constructor(
    code: ProblemCode,
    message: string = problems[code],
    inputErrors: readonly InputError[] = [],
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'Problem';
    this.code = code;
    this.inputErrors = inputErrors;
  }
}

export class TooManyRequests extends Problem {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message?: string) {
    super('TOO_MANY_REQUESTS', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function retryAfterOf(problem: Problem): number | null {
  if (problem instanceof TooManyRequests) return problem.retryAfterSeconds;
  return problem.code === 'UNAVAILABLE' || problem.code === 'TOO_MANY_REQUESTS' ? 1 : null;
}

export function invalidInput(field: string, message: string, limit?: Limit): Problem {
  const inputError = { path: field.split('.'), kind: 'invalid' as const, message, ...(limit && { limit }) };
  return new Problem('INVALID_INPUT', messageOf([inputError]), [inputError]);
}

/** Throws one problem with the errors of all, so that the caller learns of every wrong field at once. */
export function refuseTogether(found: readonly (Problem | null)[]): void {
  const inputErrors = found.flatMap((problem) => problem?.inputErrors ?? []);
  if (inputErrors.length > 0) throw new Problem('INVALID_INPUT', messageOf(inputErrors), inputErrors);
}

/** Names every field in the message, for callers that read nothing else. */
export function messageOf(inputErrors: readonly InputError[]): string | undefined {
  return inputErrors.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; ') || undefined;
}
