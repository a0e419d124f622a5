import { sendNodeResponse } from '@whatwg-node/server';
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from 'express';
import type { Services } from '../api/context.ts';
import { challenge, identify } from '../http/authentication.ts';
import { shapeOfRequest } from '../http/input-shape.ts';
import { traceOf } from '../http/request-trace.ts';
import { problemOfCaller, readDocument } from './body-limit.ts';
import { addHeaders, type GraphQLServer } from './graphql-server.ts';

const invalidRequest = shapeOfRequest();

export function graphqlRoute({ yoga, handle }: GraphQLServer, services: Services): RequestHandler {
  const { fetchAPI, waitUntil } = yoga;
  return async (request, response) => {
    // Identify the caller before reading the body, so that responses to known keys always have rate headers.
    await identify(request, services);
    const httpProblem = (await problemOfCaller(request, services)) ?? (await readDocument(request, services));
    const trace = traceOf(request);
    trace.given = request.body ?? request.query;
    // The variables are unknown until the document is valid.
    trace.shape = () => invalidRequest;
    if (httpProblem) {
      const { status, message, code, retryAfter } = httpProblem;
      trace.problem = code;
      if (request.headers.origin !== undefined) response.setHeader('Access-Control-Allow-Origin', '*');
      if (status === 401) response.setHeader('WWW-Authenticate', challenge);
      if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
      const extensions = { code, ...(retryAfter !== undefined && { retryAfter }) };
      response.status(status).json({ errors: [{ message, extensions }] });
    } else if (isPlain(request)) {
      const posted = requestWithBody(request, fetchAPI.Request);
      await send(await handle(posted, { req: request, res: response, waitUntil }), request, response);
    } else await yoga(request, response);
  };
}

/**
 * Whether a request can do without Yoga's adapter for Node. The adapter takes as long as executing a document, and is
 * needed only for parameters, paths and other origins.
 */
function isPlain({ method, url, headers }: HttpRequest): boolean {
  return method === 'POST' && url === '/' && headers.origin === undefined;
}

function requestWithBody({ headers, body }: HttpRequest, type: typeof Request): Request {
  const request = new type('http://localhost/graphql', { method: 'POST', headers: headers as HeadersInit });
  return Object.assign(request, { json: () => Promise.resolve(body) });
}

async function send(answer: Response, request: HttpRequest, response: HttpResponse): Promise<void> {
  addHeaders(answer, request);
  // Only subscriptions and multipart responses have no length.
  if (!answer.headers.has('content-length')) await sendNodeResponse(answer, response, request, false);
  else
    response
      .setHeaders(answer.headers)
      .writeHead(answer.status)
      .end(await answer.text());
}
