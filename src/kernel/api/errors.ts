import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { isUnavailable } from '../database/failures.ts';
import { Problem, SessionsRefused, type Violation } from '../problem.ts';

const httpStatus: Partial<Record<Problem['code'], number>> = {
  UNAUTHENTICATED: 401,
  UNREADABLE_BODY: 400,
  BODY_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
};

/** What a caller may know of an error. What is not a problem by itself is logged and shown as `INTERNAL`. */
export function toProblem(error: unknown, log: Logger, requestId: string): Problem {
  const cause = causeOf(error);
  if (cause instanceof Problem) return cause;
  if (cause instanceof GraphQLError) return queryProblem(cause);
  if (isUnavailable(cause)) {
    log.warn({ err: cause, requestId }, 'database unavailable');
    return new Problem('UNAVAILABLE');
  }
  log.error({ err: cause, requestId }, 'internal error');
  return new Problem('INTERNAL');
}

/** What a resolver threw, or GraphQL's own error: one about a variable wraps that of its scalar and tells more. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof GraphQLError) || error.originalError instanceof GraphQLError) return error;
  return error.originalError ?? error;
}

/** How the problem appears among the errors of a GraphQL answer. */
export function toGraphQLError(error: unknown, log: Logger, requestId: string): GraphQLError {
  const problem = toProblem(error, log, requestId);
  const location =
    error instanceof GraphQLError
      ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
      : {};
  const status = httpStatus[problem.code];
  return new GraphQLError(problem.message, {
    ...location,
    extensions: {
      code: problem.code,
      ...(problem.code === 'INTERNAL' && { requestId }),
      ...violationsOf(problem),
      ...(problem instanceof SessionsRefused && { refusals: problem.refusals }),
      ...(status && { http: { status } }),
    },
  });
}

/** zod's issues as one problem that lists every field that is wrong. `depth` is where in each path the field begins. */
export function inputProblem(issues: readonly z.core.$ZodIssue[], depth = 0): Problem {
  const violations = issues.flatMap((issue) => toViolations(issue, issue.path.slice(depth)));
  const message = violations.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; ');
  return new Problem('INVALID_INPUT', message || undefined, violations);
}

function toViolations(issue: z.core.$ZodIssue, path: PropertyKey[]): Violation[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], kind: 'invalid', message: 'is not a known field' }));
  }
  const missing =
    (issue.code === 'invalid_type' && /received undefined/.test(issue.message)) ||
    (issue.code === 'custom' && issue.params?.missing === true);
  return [
    {
      path,
      kind: missing ? 'missing' : 'invalid',
      message: issue.code === 'invalid_type' && missing ? 'is missing' : issue.message,
      ...(issue.code === 'custom' && issue.params?.oneOf && { oneOf: issue.params.oneOf }),
    },
  ];
}

function violationsOf(problem: Problem): object {
  const [first] = problem.violations;
  if (!first) return {};
  return {
    field: first.path.join('.'),
    violations: problem.violations.map(({ path, kind, message }) => ({ field: path.join('.'), kind, message })),
  };
}

/** GraphQL's own complaints: about variables they are about the input, else about the document. */
function queryProblem(error: GraphQLError): Problem {
  const variable = /^Variable "\$(\w+)" got invalid value .*? at "([^"]+)"|^Variable "\$(\w+)"/s.exec(error.message);
  if (!variable) return new Problem('INVALID_QUERY', withoutQuotes(error.message));
  const [, within] = /; Field "(\w+)" (?:of required type|is not defined)/.exec(error.message) ?? [];
  const field = [variable[2] ?? variable[1] ?? variable[3], within].filter(Boolean).join('.');
  const kind = /was not provided\.$/.test(error.message) ? 'missing' : 'invalid';
  const path = field
    .replace(/^input\.?/, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.');
  const message = withoutValue(error, field);
  return new Problem('INVALID_INPUT', message, [{ path, kind, message }]);
}

/** GraphQL quotes what it was given, and with it the passwords that stand beside a mistake. */
function withoutValue({ message, originalError }: GraphQLError, field: string): string {
  return originalError ? `${field}: ${withoutQuotes(originalError.message)}` : message;
}

function withoutQuotes(message: string): string {
  return message.replace(/( cannot represent [^:"{[]*?)(:| ?["{[]).*$/s, '$1');
}
