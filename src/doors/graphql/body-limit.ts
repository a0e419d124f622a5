import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { type ProblemCode, problems } from '../../kernel/problem.ts';

/** Parses the body of a GraphQL request as JSON, whatever its content type, up to 1 MiB. Yoga itself has no limit. */
const parse = express.json({ limit: '1mb', type: () => true });

const refuse: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
  const code: ProblemCode = error.status === 413 ? 'BODY_TOO_LARGE' : 'UNREADABLE_BODY';
  response
    .status(error.status === 413 ? 413 : 400)
    .json({ errors: [{ message: problems[code], extensions: { code } }] });
};

/** Sets the content type to JSON. Yoga would reject some other content types and parse others differently. */
const callItJson: RequestHandler = (request, _response, next) => {
  if (request.body !== undefined) request.headers['content-type'] = 'application/json';
  next();
};

export const limitBody = [parse, refuse, callItJson];
