import type { ExecutionResult, GraphQLErrorExtensions } from 'graphql';
import type { ProblemCode } from '../kernel/problem.ts';

const problemStatus: Partial<Record<ProblemCode, number>> = {
  UNAUTHENTICATED: 401,
  UNREADABLE_BODY: 400,
  BODY_TOO_LARGE: 413,
  CHANGE_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  TOO_MANY_SUBSCRIPTIONS: 429,
  UNAVAILABLE: 503,
};

/**
 * Returns a presented result with the HTTP status and headers of its problems. Yoga takes them from the errors of a
 * response. A message of a WebSocket would show them.
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

/** The status of a problem that prevented the execution. The status of other problems is 400. */
const statusOf: Record<string, number> = { FORBIDDEN: 403, INTERNAL: 500 };

/**
 * Returns the presented result, with the HTTP status of its errors if the document was not executed: the result has no
 * `data` then. `given` holds the errors before they were presented, with the status and headers that Yoga chose.
 */
export function withStatus(presented: ExecutionResult, given: ExecutionResult): ExecutionResult {
  if (!presented.errors || presented.data !== undefined) return presented;
  for (const [index, { extensions }] of presented.errors.entries()) {
    extensions.http ??= given.errors?.[index]?.extensions.http ?? refusal(extensions);
  }
  return presented;
}

/** `spec`: Yoga sends 200 to a client that accepts `application/json`, as GraphQL over HTTP recommends. */
function refusal({ code }: GraphQLErrorExtensions): object {
  return { status: statusOf[String(code)] ?? 400, spec: true };
}
