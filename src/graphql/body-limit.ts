import type { Request } from 'express';
import type { Services } from '../api/context.ts';
import { toProblem } from '../api/errors.ts';
import { unauthenticated } from '../api/viewer.ts';
import { admitAnonymous, failureInQueue } from '../http/anonymous-queue.ts';
import { identified } from '../http/authentication.ts';
import { readQuery } from '../http/body/form-body.ts';
import { jsonReader } from '../http/body/json-body.ts';
import { traceOf } from '../http/request-trace.ts';
import { type Problem, type ProblemCode, problems, retryAfterOf } from '../kernel/problem.ts';
import { problemStatus } from './response-status.ts';

const readBody = jsonReader('1mb');

/**
 * Reads the body of a caller without credentials. Such a caller can only read the schema, with documents of at most
 * 50,000 bytes.
 */
const readAnonymousBody = jsonReader('64kb', 1000);

interface HttpProblem {
  status: number;
  code: ProblemCode;
  message: string;
  retryAfter?: number;
}

/** Refuses callers with wrong credentials before reading the body. */
export async function problemOfCaller(request: Request, { log }: Services): Promise<HttpProblem | null> {
  try {
    await identified(request);
    return null;
  } catch (error) {
    return problemFor(toProblem(await failureInQueue(request, error), log, traceOf(request).requestId));
  }
}

export async function readDocument(request: Request, services: Services): Promise<HttpProblem | null> {
  const isAnonymous = !traceOf(request).viewer;
  // Without a preflight, pages of other origins can send forms and text, but not JSON.
  const isJson = request.method !== 'POST' || /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '');
  try {
    if (request.method === 'GET') readQuery(request.url);
    if (isJson) await (isAnonymous ? readAnonymousBody : readBody)(request);
    if (isAnonymous) await admitAnonymous(request);
  } catch (error) {
    const problem = toProblem(await failureInQueue(request, error), services.log, traceOf(request).requestId);
    return problemFor(isAnonymous && problem.code === 'BODY_TOO_LARGE' ? unauthenticated() : problem);
  }
  if (!isJson) return httpProblem(415, 'UNREADABLE_BODY', 'The content type must be application/json.');
  // Yoga refuses some parameters of the content type, so replace it.
  if (request.body !== undefined) request.headers['content-type'] = 'application/json';
  for (const name of ['variables', 'extensions'])
    if (request.body?.[name]) request.body[name] = asObject(request.body[name]);
  return problemOfMissing(request);
}

/** Converts an empty list to an empty object: PHP writes both the same way. */
export function asObject(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value;
}

/**
 * Refuses a request without a query with the status 400. Yoga would send 200 to clients that accept `application/json`.
 */
function problemOfMissing(request: Request): HttpProblem | null {
  if (request.method === 'POST' && request.body?.query == null)
    return httpProblem(400, 'INVALID_QUERY', 'The body must be a JSON object with the field `query`.');
  if (request.method === 'GET' && !request.query.query)
    return httpProblem(400, 'INVALID_QUERY', 'The parameter `query` is missing.');
  return null;
}

const statuses: typeof problemStatus = { ...problemStatus, FORBIDDEN: 403, ACCOUNT_CLOSED: 403 };

function problemFor(problem: Problem): HttpProblem {
  const { code, message } = problem;
  const retryAfter = retryAfterOf(problem);
  return { ...httpProblem(statuses[code] ?? 500, code, message), ...(retryAfter !== null && { retryAfter }) };
}

function httpProblem(status: number, code: ProblemCode, message: string = problems[code]): HttpProblem {
  return { status, code, message };
}
