import type { Request, Response } from 'express';
import { type ProblemCode, problems } from '../../kernel/problem.ts';
import { jsonReader } from '../http/json-body.ts';

/** Reads the body of a GraphQL request, up to 1 MiB. Yoga itself would accept more. */
const readBody = jsonReader({ limit: '1mb', type: () => true });

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
    await readBody(request, response);
  } catch (error) {
    return (error as { status?: number }).status === 413
      ? refusal(413, 'BODY_TOO_LARGE')
      : refusal(400, 'UNREADABLE_BODY');
  }
  // Yoga refuses some parameters of the content type.
  if (request.body !== undefined) request.headers['content-type'] = 'application/json';
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
