import type { ExecutionResult, GraphQLErrorExtensions } from 'graphql';
import type { ProblemCode } from '../kernel/problem.ts';

export const problemStatus: Partial<Record<ProblemCode, number>> = {
  UNAUTHENTICATED: 401,
  UNREADABLE_BODY: 400,
  BODY_TOO_LARGE: 413,
  CHANGE_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  TOO_MANY_SUBSCRIPTIONS: 429,
  UNAVAILABLE: 503,
};

/**
 * Adds the status and headers that Yoga takes from errors. Do not use it for messages over WebSocket: clients would see
 * them.
 */
export function withProblemStatus(presented: ExecutionResult): ExecutionResult {
  for (const { extensions } of presented.errors ?? []) {
    const { code, retryAfter } = extensions;
    const status = problemStatus[code as ProblemCode];
    if (status)
      extensions.http = { status, headers: retryAfter === undefined ? {} : { 'Retry-After': `${retryAfter}` } };
  }
  return presented;
}

/** The statuses of problems that prevented the execution. Default: 400. */
const statusOf: Record<string, number> = { FORBIDDEN: 403, INTERNAL: 500 };

/**
 * Sets the status. Without `data`, the document was not executed. `given` has the errors, with the status and headers
 * for Yoga.
 */
export function withStatus(presented: ExecutionResult, given: ExecutionResult): ExecutionResult {
  if (!presented.errors || presented.data !== undefined) return presented;
  for (const [index, { extensions }] of presented.errors.entries()) {
    extensions.http ??= given.errors?.[index]?.extensions.http ?? problem(extensions);
  }
  return presented;
}

/**
 * Returns the extensions with which Yoga answers a refusal. With `spec`, Yoga sends 200 to clients that accept
 * `application/json`, as GraphQL over HTTP recommends.
 */
function problem({ code }: GraphQLErrorExtensions): object {
  return { status: statusOf[String(code)] ?? 400, spec: true };
}
