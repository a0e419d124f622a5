import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { type ProblemCode, problems } from '../../kernel/problem.ts';

/** Parses the body of a GraphQL request, up to 1 MiB. Yoga itself has no limit. */
const parse = express.json({ limit: '1mb', type: () => true });

/**
 * Refuses every other content type with 415. A page of another origin can send forms and plain text without asking the
 * service first, but not JSON.
 */
const requireJson: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
    return next();
  sendFailure(response, 415, 'UNREADABLE_BODY', 'The content type must be application/json.');
};

const refuse: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
  if (error.status === 413) sendFailure(response, 413, 'BODY_TOO_LARGE');
  else sendFailure(response, 400, 'UNREADABLE_BODY');
};

/** Removes the parameters of the content type, because Yoga refuses some of them. */
const callItJson: RequestHandler = (request, _response, next) => {
  if (request.body !== undefined) request.headers['content-type'] = 'application/json';
  next();
};

/** Refuses a request without a query with 400. Yoga would send 200 to clients that accept `application/json`. */
const requireQuery: RequestHandler = ({ method, body, query }, response, next) => {
  if (method === 'POST' && body?.query == null)
    return sendFailure(response, 400, 'INVALID_QUERY', 'The body must be a JSON object with the field `query`.');
  if (method === 'GET' && !query.query)
    return sendFailure(response, 400, 'INVALID_QUERY', 'The parameter `query` is missing.');
  next();
};

function sendFailure(response: Response, status: number, code: ProblemCode, message: string = problems[code]): void {
  response.status(status).json({ errors: [{ message, extensions: { code } }] });
}

export const limitBody = [requireJson, parse, refuse, requireQuery, callItJson];
