import type { Request, Response } from 'express';
import { type ProblemCode, problems } from '../../kernel/problem.ts';
import { bytesReader } from '../http/body-bytes.ts';
import { readQuery } from '../http/form-body.ts';
import { jsonIn } from '../http/json-body.ts';
import { Unreadable } from '../http/unreadable-request.ts';

/** Reads the body of a GraphQL request, up to 1 MiB. Yoga itself would accept more. */
const readBody = bytesReader('1mb');

/** Why Yoga does not get a request. */
interface Refusal {
  status: number;
  code: ProblemCode;
  message: string;
}

/** Reads the body of a request. Returns a refusal if it does not contain a document. */
export async function readDocument(request: Request, response: Response): Promise<Refusal | null> {
  // A page of another origin can send forms and plain text without asking the service first, but not JSON.
  if (request.method === 'POST' && !/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
    return refusal(415, 'UNREADABLE_BODY', 'The content type must be application/json.');
  try {
    if (request.method === 'GET') readQuery(request.url);
    const bytes = await readBody(request, response);
    request.body = bytes.length > 0 ? jsonIn(bytes, request.headers['content-type']) : undefined;
  } catch (error) {
    if ((error as { status?: number }).status === 413) return refusal(413, 'BODY_TOO_LARGE');
    return refusal(400, 'UNREADABLE_BODY', error instanceof Unreadable ? error.message : undefined);
  }
  // Yoga refuses some parameters of the content type.
  if (request.body !== undefined) request.headers['content-type'] = 'application/json';
  // PHP writes an empty object as an empty list.
  if (Array.isArray(request.body?.variables) && request.body.variables.length === 0) request.body.variables = {};
  return refusalOfMissing(request);
}

/** Refuses a request without a query with 400. Yoga would send 200 to clients that accept `application/json`. */
function refusalOfMissing(request: Request): Refusal | null {
  if (request.method === 'POST' && request.body?.query == null)
    return refusal(400, 'INVALID_QUERY', 'The body must be a JSON object with the field `query`.');
  if (request.method === 'GET' && !request.query.query)
    return refusal(400, 'INVALID_QUERY', 'The parameter `query` is missing.');
  return null;
}

function refusal(status: number, code: ProblemCode, message: string = problems[code]): Refusal {
  return { status, code, message };
}
