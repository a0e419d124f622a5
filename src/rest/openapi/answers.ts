import { type ProblemCode, problems } from '../../kernel/problem.ts';
import { envelopeStyleOf, failureBody } from '../adapter/answer.ts';
import { type CodedError, commonCodes } from '../adapter/error-codes.ts';
import type { Row } from '../adapter/row.ts';
import { shapeOf } from './shape.ts';
import type { Trial } from './trial.ts';

const headers = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  'X-Ignored-Parameters': { $ref: '#/components/headers/IgnoredParameters' },
};

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

export const headerComponents = {
  RequestId: { description: 'The id of the request in the log.', schema: { type: 'string' } },
  RateLimit: {
    description: 'The remaining quota of the account: `r` points, and `t` seconds until the window ends.',
    schema: { type: 'string', examples: ['"account";r=4999;t=5'] },
  },
  RateLimitPolicy: {
    description: 'The limit of the account: `q` points in a window of `w` seconds.',
    schema: { type: 'string', examples: ['"account";q=5000;w=5'] },
  },
  IgnoredParameters: {
    description:
      'The names of parameters that the path does not have, each with the name that was probably meant. Absent if all parameters are known.',
    schema: { type: 'string', examples: ['campain (did you mean campaign?)'] },
  },
  RetryAfter: { description: 'The number of seconds to wait before the next request.', schema: { type: 'integer' } },
};

const pagingHeaders = {
  Link: {
    description: 'The URLs of the next page (`rel="next"`) and of the previous page (`rel="prev"`), if they exist.',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'The number of items in the whole list, if requested.', schema: { type: 'integer' } },
};

/** Returns the success, the failures of the path itself, and the common failures that the path can cause. */
export function answersOf({ status, replies, failures }: Trial, row: Row<unknown>): object {
  const common = [...commonErrors].filter(([status]) => canFailWith(status, row));
  const own = Map.groupBy(failures, (failure) => row.errorStatus ?? envelopeStyleOf(row.path).failureStatus([failure]));
  const others = new Map(common);
  return {
    [status]: successOf(replies, row),
    ...Object.fromEntries(common.map(([status]) => [status, { $ref: referenceTo(status) }])),
    ...Object.fromEntries(
      [...own].map(([status, same]) => [status, failureAnswer(status, [...same, ...(others.get(status) ?? [])])]),
    ),
  };
}

function canFailWith(status: number, { path, calls }: Row<unknown>): boolean {
  if (status === 404) return path.includes('{'); // A parameter may be badly encoded.
  if (status === 405) return false; // The path always has the documented method.
  const changes = Object.values(calls).some(({ operation }) => operation.kind === 'mutation');
  return changes || (status !== 409 && status !== 422); // Idempotency keys exist only for changes.
}

function successOf(replies: Trial['replies'], { media, whole }: Row<unknown>): object {
  const [example] = replies;
  const pictures = media ? { 'image/png': {}, 'image/svg+xml': {} } : {};
  const json = { schema: shapeOf(replies), example };
  return {
    description: 'Success.',
    headers: { ...headers, ...(whole?.hasPages && pagingHeaders) },
    ...(example !== null && { content: { 'application/json': json, ...pictures } }),
  };
}

/** Returns the failures to which the JSON of the paths refers, by HTTP status. */
export function commonAnswers(paths: string): object {
  const used = [...commonErrors].filter(([status]) => paths.includes(`"${referenceTo(status)}"`));
  return Object.fromEntries(used.map(([status, failures]) => [status, failureAnswer(status, failures)]));
}

function referenceTo(status: number): string {
  return `#/components/responses/${status}`;
}

const entries = Object.entries(commonCodes) as [ProblemCode, readonly [code: number, status: number]][];

export const commonErrors: ReadonlyMap<number, readonly CodedError[]> = new Map(
  [...Map.groupBy(entries, ([, [, status]]) => status)].map(([status, same]) => [
    status,
    same.map(([problem, [code]]) => ({ code, description: problems[problem] })),
  ]),
);

function failureAnswer(status: number, failures: readonly CodedError[]): object {
  const byCode = [...Map.groupBy(failures, ({ code }) => code)];
  const examples = byCode.map(([code, same]) => [
    code,
    { summary: `${code}: ${same[0]?.description}`, value: failureBody(same.slice(0, 1), status) },
  ]);
  return {
    description: byCode
      .map(([code, same]) => `- \`${code}\` ${same.map(({ description }) => description).join(' ')}`)
      .join('\n'),
    headers: { ...headers, ...([429, 503].includes(status) && retryAfter) },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Failure' }, examples: Object.fromEntries(examples) },
    },
  };
}

export const failureSchema = {
  type: 'object',
  description: 'A failure. `error_message_description` and `error_code` are parallel lists.',
  properties: {
    status: {
      type: 'object',
      properties: {
        status: { type: 'string', const: 'failed' },
        errors: {
          type: 'object',
          properties: {
            error_message: {
              type: 'string',
              description: 'The HTTP status.',
              examples: ['HTTP/1.0 422 Unprocessable entity.'],
            },
            error_message_description: {
              type: 'array',
              items: { type: 'string' },
              description: 'The messages of the errors.',
            },
            error_code: { type: 'array', items: { type: 'integer' }, description: 'The error codes.' },
          },
          required: ['error_message', 'error_message_description', 'error_code'],
        },
      },
      required: ['status', 'errors'],
    },
  },
  required: ['status'],
};
