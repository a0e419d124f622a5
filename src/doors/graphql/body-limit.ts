import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { type ProblemCode, problems } from '../../kernel/problem.ts';

/** Reads the body of a GraphQL request up to 1 MiB, as JSON whatever it claims to be. Yoga by itself would read any amount. */
const parse = express.json({ limit: '1mb', type: () => true });

const refuse: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
  const code: ProblemCode = error.status === 413 ? 'BODY_TOO_LARGE' : 'UNREADABLE_BODY';
  response
    .status(error.status === 413 ? 413 : 400)
    .json({ errors: [{ message: problems[code], extensions: { code } }] });
};

/** To Yoga it is JSON too: it would refuse some types without a body, and read others in ways of its own. */
const callItJson: RequestHandler = (request, _response, next) => {
  if (request.body !== undefined) request.headers['content-type'] = 'application/json';
  next();
};

export const limitBody = [parse, refuse, callItJson];
