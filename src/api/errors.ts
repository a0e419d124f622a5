import { GraphQLError, isValueNode, print } from 'graphql';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { isUnavailable, OutcomeUnknown, TransactionTooLarge } from '../kernel/database/failures.ts';
import { type InputError, type Limit, messageOf, Problem, retryAfterOf } from '../kernel/problem.ts';
import { BulkProblem, CampaignProblem } from '../vocabulary/campaign-problem.ts';

export function toProblem(error: unknown, log: Logger, requestId: string): Problem {
  const cause = causeOf(error);
  if (cause instanceof Problem) return cause;
  if (cause instanceof GraphQLError) return queryProblem(cause);
  if (cause instanceof TransactionTooLarge) {
    log.warn({ err: cause, requestId }, 'transaction too large');
    return new Problem('CHANGE_TOO_LARGE');
  }
  if (isUnavailable(cause)) {
    const what = cause instanceof OutcomeUnknown ? 'outcome of a commit unknown' : 'database unavailable';
    log.warn({ err: cause, requestId }, what);
    return new Problem('UNAVAILABLE');
  }
  log.error({ err: cause, requestId }, 'internal error');
  return new Problem('INTERNAL');
}

function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError ? (error.originalError ?? error) : error;
}

export function toGraphQLError(error: unknown, log: Logger, requestId: string): GraphQLError {
  const problem = toProblem(error, log, requestId);
  const location =
    error instanceof GraphQLError
      ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
      : {};
  const retryAfter = retryAfterOf(problem);
  return new GraphQLError(problem.message, {
    ...location,
    extensions: {
      code: problem.code,
      ...(problem.code === 'INTERNAL' && { requestId }),
      ...inputErrorsOf(problem),
      ...(problem instanceof CampaignProblem && problem.details),
      ...(problem instanceof BulkProblem && { problems: problem.counts }),
      ...(retryAfter !== null && { retryAfter }),
    },
  });
}

/**
 * Returns one input error per value. `given` shows whether a value is missing. `depth` is the number of leading path
 * segments to omit.
 */
export function inputProblem(issues: readonly z.core.$ZodIssue[], given: unknown, depth = 0): Problem {
  const inputErrors = firstOfEach(issues.flatMap((issue) => toInputErrors(issue, given, issue.path.slice(depth))));
  return new Problem('INVALID_INPUT', messageOf(inputErrors), inputErrors);
}

/** One mistake often has several issues, of which the first says enough. */
function firstOfEach(inputErrors: readonly InputError[]): InputError[] {
  const paths = new Set<string>();
  return inputErrors.filter(({ path }) => {
    const place = path.join('.');
    const isFirst = !paths.has(place);
    paths.add(place);
    return isFirst || place === '';
  });
}

function toInputErrors(issue: z.core.$ZodIssue, given: unknown, path: PropertyKey[]): InputError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], kind: 'invalid', message: 'is not a known field' }));
  }
  const absent = isAbsent(issue, given);
  const missing = absent || (issue.code === 'custom' && issue.params?.missing === true);
  return [
    {
      path,
      kind: missing ? 'missing' : 'invalid',
      message: absent ? 'is missing' : issue.message,
      ...(issue.code === 'custom' && issue.params?.oneOf && { oneOf: issue.params.oneOf }),
      ...limitOf(issue),
    },
  ];
}

const counted: Partial<Record<string, Limit['of']>> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  number: 'value',
  int: 'value',
};

export function limitOf(issue: z.core.$ZodIssue): { limit?: Limit } {
  if (issue.code === 'custom') return issue.params?.limit ? { limit: issue.params.limit } : {};
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return {};
  const of = counted[issue.origin];
  if (!of) return {};
  const [bound, is] = issue.code === 'too_big' ? (['max', issue.maximum] as const) : (['min', issue.minimum] as const);
  return { limit: { of, bound, is: Number(is) } };
}

export function isAbsent({ code, path }: z.core.$ZodIssue, given: unknown): boolean {
  return code === 'invalid_type' && path.reduce(memberOf, given) === undefined;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
}

function inputErrorsOf(problem: Problem): object {
  const [first] = problem.inputErrors;
  if (!first) return {};
  return {
    field: first.path.join('.'),
    inputErrors: problem.inputErrors.map(({ path, kind, message }) => ({ field: path.join('.'), kind, message })),
  };
}

/** Omits the quoted literal, because it may be a password. */
function queryProblem({ message, nodes }: GraphQLError): Problem {
  const [node] = nodes ?? [];
  const [complaint] = node && isValueNode(node) ? message.split(`: ${print(node)}`) : [message];
  return new Problem('INVALID_QUERY', complaint);
}
