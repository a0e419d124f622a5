import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerAdapterRequestHandler } from '@whatwg-node/server';
import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type SelectionSetNode,
} from 'graphql';
import { createYoga, isAsyncIterable, mapAsyncIterator, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { type Context, contextIn, type Services } from '../api/context.ts';
import { toGraphQLError } from '../api/errors.ts';
import { replayedHeader } from '../api/idempotency.ts';
import { withVariableErrors } from '../api/variable-errors.ts';
import { workingForNetwork } from '../http/anonymous-queue.ts';
import { challenge, identified } from '../http/authentication.ts';
import { parseJson } from '../http/body/json-body.ts';
import { faultIn } from '../http/body/json-fault.ts';
import { shapeOfRequest } from '../http/input-shape.ts';
import { contextOf, traceOf } from '../http/request-trace.ts';
import { holdResponse } from '../http/streamed-body.ts';
import { onBehalfOf } from '../kernel/clocks/account-clocks.ts';
import { isTracing, withinSpan } from '../kernel/telemetry/instrumentation.ts';
import { refuseUnacceptable } from './accepted-types.ts';
import { asObject } from './body-limit.ts';
import { keepDocuments } from './document-cache.ts';
import { limitRequests } from './limits/request-limits.ts';
import { withProblemStatus, withStatus } from './response-status.ts';
import { shareResults } from './shared-results.ts';
import { streamLargeResults } from './written-results.ts';

interface ServerContext {
  req: IncomingMessage;
  res: ServerResponse;
}

export interface GraphQLServer {
  yoga: YogaServerInstance<ServerContext, Context>;
  /**
   * Handles a request without Yoga's adapter. The caller calls `addHeaders`. Pages of other origins cannot read the
   * response.
   */
  handle: ServerAdapterRequestHandler<ServerContext>;
}

export function createGraphQLServer(schema: GraphQLSchema, services: Services): GraphQLServer {
  let handle: GraphQLServer['handle'] | undefined;
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    logging: false,
    maskedErrors: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: false,
    cors: { origin: '*', credentials: false },
    graphiql: false,
    // `keepDocuments` replaces this cache, because its size has no limit.
    parserAndValidationCache: false,
    context: async ({ req }) => ({ ...contextOf(req, services, await identified(req)), explainsProblems: true }),
    plugins: [
      refuseUnacceptable,
      keepDocuments(),
      refuseUnreadable,
      shareResults,
      nameVariables,
      presentErrors(services),
      ...limitRequests(schema),
      freeSlots,
      streamLargeResults(services),
      actForCallers,
      traceOperations,
      {
        onYogaInit({ yoga }) {
          handle = yoga.handle;
        },
      },
    ],
  });
  if (!handle) throw new Error('Yoga has not initialized its plugins');
  return { yoga, handle };
}

/** Refuses unreadable requests. Otherwise, early errors of clients would appear as internal errors. */
const refuseUnreadable: Plugin = {
  onRequestParse({ request, url }) {
    if (!request.url.includes('?')) return undefined;
    const [variables, extensions] = [parameter(url, 'variables'), parameter(url, 'extensions')];
    return {
      onRequestParseDone({ requestParserResult: given, setRequestParserResult }) {
        // Yoga would round long numbers, so parse them here.
        if ((variables || extensions) && !Array.isArray(given))
          setRequestParserResult({ ...given, ...(variables && { variables }), ...(extensions && { extensions }) });
      },
    };
  },
  onParse({ parseFn, setParseFn }) {
    setParseFn((source, options) => {
      try {
        return parseFn(source, options);
      } catch (error) {
        throw error instanceof RangeError ? new GraphQLError('The document is nested too deeply.') : error;
      }
    });
  },
};

function parameter({ searchParams }: URL, name: string): Record<string, unknown> | null {
  const json = searchParams.get(name) || 'null';
  try {
    return asObject(parseJson(json)) as Record<string, unknown> | null;
  } catch {
    // Without a status of its own, Yoga would send 200 to clients that accept `application/json`.
    throw new GraphQLError(`The parameter ${name} is not valid JSON${faultIn(json)}.`, {
      extensions: { http: { status: 400 } },
    });
  }
}

/** Frees the slot of a subscription's request. Subscriptions have a limit of their own. */
const freeSlots: Plugin = {
  onSubscribe({ args }) {
    const { req } = args.contextValue as Partial<ServerContext>;
    if (req) traceOf(req).leave?.();
  },
};

const nameVariables: Plugin = {
  onExecute: ({ args }) => ({
    onExecuteDone({ result, setResult }) {
      if (!isAsyncIterable(result)) setResult(withVariableErrors(result, args));
    },
  }),
  onSubscribe: ({ args }) => ({
    onSubscribeResult({ result, setResult }) {
      if (!isAsyncIterable(result)) setResult(withVariableErrors(result, args));
    },
  }),
};

function presentErrors({ log }: Services): Plugin<object, ServerContext> {
  return {
    onExecute: ({ args }) => noteOperation(args),
    onSubscribe: ({ args }) => noteOperation(args),
    onResponse: ({ response, serverContext }) => addHeaders(response, serverContext?.req),
    onResultProcess({ result, setResult, serverContext }) {
      const trace = traceOf(serverContext.req);
      const present = (one: ExecutionResult) => {
        const presented = withProblemStatus(withProblems(one, log, trace.requestId));
        const [first] = presented.errors ?? [];
        if (first) trace.problem ??= String(first.extensions.code);
        return presented;
      };
      if (isAsyncIterable(result)) setResult(mapAsyncIterator(result, present));
      else if (!Array.isArray(result)) setResult(withStatus(present(result), result));
    },
  };
}

export function addHeaders({ status, headers }: Response, request: IncomingMessage | undefined): void {
  const { res: response } = (request ?? {}) as { res?: ServerResponse };
  if (request && response) holdResponse(response, traceOf(request).viewer, Number(headers.get('content-length')));
  if (request && traceOf(request).replayed) headers.set(replayedHeader, 'true');
  if (status === 401) headers.set('WWW-Authenticate', challenge);
}

const longestOperation = 100;

function noteOperation({ contextValue, document, operationName, schema }: ExecutionArgs): void {
  const { req } = contextValue as ServerContext;
  const { name, selectionSet } = getOperationAST(document, operationName) ?? {};
  const [first] = selectionSet?.selections ?? [];
  const operation = name?.value ?? (first?.kind === 'Field' ? first.name.value : 'graphql');
  if (req)
    Object.assign(traceOf(req), {
      operation: operation.slice(0, longestOperation),
      field: fieldOf(selectionSet),
      shape: () => shapeOfRequest({ schema, document }),
    });
}

/** Returns the name of the field, or `several` for more than one. The document must be valid. */
export function fieldOf(selections: SelectionSetNode | undefined): string {
  const fields = new Set(selections?.selections.map((one) => (one.kind === 'Field' ? one.name.value : 'several')));
  const [field = 'several', ...others] = fields;
  return others.length > 0 ? 'several' : field;
}

/** Runs requests in the turns of the account or the network, and for test accounts on their clocks. */
const actForCallers: Plugin = {
  onExecute({ args, executeFn, setExecuteFn }) {
    const { viewer, address } = contextIn(args);
    setExecuteFn((given) => {
      const execute = () => executeFn(given);
      return viewer ? onBehalfOf(viewer.account, execute) : workingForNetwork(address, execute);
    });
  },
};

const traceOperations: Plugin = {
  onExecute({ executeFn, setExecuteFn }) {
    if (isTracing()) setExecuteFn((args) => withinSpan('graphql', async () => executeFn(args)));
  },
};

export function withProblems<Result extends ExecutionResult>(
  result: Result,
  log: Services['log'],
  requestId: string,
): Result {
  return result.errors
    ? { ...result, errors: result.errors.map((error) => toGraphQLError(error, log, requestId)) }
    : result;
}
