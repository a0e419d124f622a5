import type { Server } from 'node:http';
import {
  type ExecutionArgs,
  type ExecutionResult,
  type execute,
  GraphQLError,
  getOperationAST,
  type subscribe,
} from 'graphql';
import { CloseCode } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { isAsyncIterable } from 'graphql-yoga';
import { type WebSocket, WebSocketServer } from 'ws';
import { contextIn, type Services } from '../api/context.ts';
import { toGraphQLError } from '../api/errors.ts';
import { admitAnonymous } from '../http/anonymous-queue.ts';
import {
  accountInParameters,
  authenticateAs,
  borrowsCredentials,
  credentialsFromParameters,
  requireSlot,
} from '../http/authentication.ts';
import { hasOneHost, withSingleSlashes } from '../http/http-server.ts';
import { contextOf, noteAnswer, traceOf } from '../http/request-trace.ts';
import type { TrustedProxies } from '../http/trusted-proxies.ts';
import { isUnavailable } from '../kernel/database/failures.ts';
import { Problem, problems, TooManyRequests } from '../kernel/problem.ts';
import { Activity } from '../kernel/telemetry/instrumentation.ts';
import { yieldToEventLoop } from '../kernel/values/event-loop.ts';
import { type Connection, type Results, sendDirectly, tryAgainLater } from './direct-results.ts';
import { fieldOf, type GraphQLServer, withProblems } from './graphql-server.ts';
import { ReadableSocket } from './readable-socket.ts';
import { renderInSteps } from './shared-results.ts';
import { UnfinishedMessages } from './unfinished-messages.ts';
import { authenticationMilliseconds, WaitingSockets } from './waiting-sockets.ts';
import { isLargeResult } from './written-results.ts';

const maximumMessage = 1024 * 1024;

const maxOperations = 100;

/** The maximum number of bytes of a message with a subscription. The service keeps it while the subscription runs. */
const maxSubscription = 128 * 1024;

/** The service keeps the id of a subscription, and sends it with each event. */
const maxIdLength = 100;

const goodbyeMilliseconds = 2000;

/** A packet can contain thousands of messages, so other requests run between them. */
const oneAfterTheOther = { allowSynchronousEvents: false };

/** This option is missing from the types for `ws`. */
const closing = { closeTimeout: goodbyeMilliseconds };

export function serveWebSockets(
  server: Server,
  { yoga }: GraphQLServer,
  services: Services,
  proxies: TrustedProxies,
): { close: () => Promise<void> } {
  const waiting = new WaitingSockets();
  const arriving = new WeakMap<WebSocket, UnfinishedMessages>();
  const sockets = new WebSocketServer({
    server,
    maxPayload: maximumMessage,
    ...oneAfterTheOther,
    ...closing,
    WebSocket: ReadableSocket,
    verifyClient: ({ req }, accept) => {
      if (!hasOneHost(req)) accept(false, 400);
      else if (borrowsCredentials(req.headers, services.publicUrl)) accept(false, 403);
      else if (!waiting.hasRoomFor(proxies.callerOf(req))) accept(false, 503, undefined, { 'Retry-After': '10' });
      else accept(true);
    },
  });
  sockets.shouldHandle = ({ url = '' }) => /^\/graphql\/?(\?|$)/.test(withSingleSlashes(url));
  const disposable = useServer<Record<string, unknown>, Connection>(
    {
      execute: (args) => observed(args, () => executeInSlot(args, services)),
      subscribe: (args) => enveloped(args).subscribe(args),
      connectionInitWaitTimeout: authenticationMilliseconds,
      onConnect: async ({ connectionParams, extra }) => {
        const viewer = await viewerOf(connectionParams, extra, services);
        if (viewer && !(viewer instanceof Error)) {
          waiting.leave(extra.socket);
          arriving.get(extra.socket)?.belongsTo(viewer.account.rootId);
        }
        if (isUnavailable(viewer)) extra.socket.close(tryAgainLater, problems.UNAVAILABLE);
        if (viewer instanceof TooManyRequests) extra.socket.close(tryAgainLater, problems.TOO_MANY_REQUESTS);
        else if (viewer instanceof Problem) extra.socket.close(closeCodeOf(viewer), reasonOf(viewer));
        return !(viewer instanceof Error);
      },
      onSubscribe: async ({ connectionParams, extra, subscriptions }, id, { query, variables, operationName }) => {
        // Check before any `await`, so that simultaneous operations see each other.
        if (Object.keys(subscriptions).length > maxOperations) return [tooManyOperations];
        if (id.length > maxIdLength)
          return [new GraphQLError(`The id of an operation can have at most ${maxIdLength} characters.`)];
        const { latestBytes } = extra.socket as ReadableSocket;
        const viewer = await viewerOf(connectionParams, extra, services);
        if (viewer instanceof Error) return [new GraphQLError(viewer.message, { originalError: viewer })];
        try {
          await (viewer ? yieldToEventLoop(viewer.account.rootId) : admitAnonymous(extra.request));
        } catch (error) {
          return [new GraphQLError((error as Error).message, { originalError: error as Error })];
        }
        const context = { ...contextOf(extra.request, services, viewer), takesBursts: true, explainsProblems: true };
        const { schema, execute, subscribe, parse, validate } = yoga.getEnveloped(context);
        try {
          const document = parse(query);
          if (latestBytes > maxSubscription && getOperationAST(document, operationName)?.operation === 'subscription')
            return [tooLongSubscription];
          const errors = validate(schema, document);
          if (errors.length > 0) return errors;
          return {
            schema,
            document,
            operationName,
            variableValues: variables,
            contextValue: context,
            rootValue: { execute, subscribe },
          } as ExecutionArgs;
        } catch (error) {
          return [error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })];
        }
      },
      onOperation: ({ extra }, id, _payload, args, results) => {
        const rootId = contextIn(args).viewer?.account.rootId ?? '';
        const { requestId } = traceOf(extra.request);
        const present = (result: ExecutionResult) => withProblems(result, services.log, requestId);
        return isAsyncIterable(results)
          ? sendDirectly(results as Results, extra, { id, rootId, present })
          : sendDirectly(only(present(results as ExecutionResult)), extra, { id, rootId });
      },
      onError: ({ extra }, _id, _payload, errors) =>
        errors.map((error) => toGraphQLError(error, services.log, traceOf(extra.request).requestId)),
    },
    sockets,
  );
  // Without this listener, graphql-ws would print malformed messages to standard error, with a stack trace.
  sockets.on('connection', (socket, request) => {
    const ip = proxies.callerOf(request);
    Object.assign(request, { ip }); // Express does this for other requests. Limits by address need it.
    waiting.enter(socket, ip);
    arriving.set(socket, new UnfinishedMessages(socket, request.socket));
    socket.removeAllListeners('error').on('error', ({ message }) => services.log.info({ message }, 'websocket closed'));
  });
  return {
    close: async () => {
      const silent = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, goodbyeMilliseconds);
      await disposable.dispose();
      clearTimeout(silent);
    },
  };
}

const tooLongSubscription = new GraphQLError(
  `The message of a subscription can have at most ${maxSubscription.toLocaleString('en')} bytes.`,
);

const tooManyOperations = new GraphQLError('', { originalError: new Problem('TOO_MANY_SUBSCRIPTIONS') });

async function* only(result: ExecutionResult): Results {
  yield isLargeResult(result) ? await renderInSteps(result) : result;
}

async function observed(args: ExecutionArgs, execute: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
  const { document, operationName } = args;
  const { viewer, requestId } = contextIn(args);
  const activity = Activity.begin({ kind: 'SERVER', origin: 'CALLER' });
  const began = performance.now();
  const result = await (activity ? activity.run(execute) : execute());
  const [error] = result.errors ?? [];
  noteAnswer(
    {
      operation: fieldOf(getOperationAST(document, operationName)?.selectionSet),
      method: 'WS',
      accountId: viewer?.account.id ?? '',
      requestId,
      problem: error ? problemOf(error) : null,
      status: 200,
      milliseconds: performance.now() - began,
      isStream: false,
    },
    activity,
  );
  return result;
}

function problemOf({ originalError }: GraphQLError): string {
  if (originalError instanceof Problem) return originalError.code;
  if (isUnavailable(originalError)) return 'UNAVAILABLE';
  return originalError ? 'INTERNAL' : 'INVALID_QUERY';
}

async function executeInSlot(args: ExecutionArgs, { limits }: Services): Promise<ExecutionResult> {
  const { viewer } = contextIn(args);
  let leave = () => {};
  try {
    if (viewer) leave = requireSlot(viewer, limits);
    return await enveloped(args).execute(args);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { errors: [new GraphQLError(error.message, { originalError: error })] };
  } finally {
    leave();
  }
}

function enveloped(args: ExecutionArgs): { execute: typeof execute; subscribe: typeof subscribe } {
  return args.rootValue as ReturnType<typeof enveloped>;
}

/** Clients of graphql-ws reconnect after `Forbidden`, but not after `Unauthorized`. */
function closeCodeOf({ code }: Problem): CloseCode {
  return code === 'UNAUTHENTICATED' ? CloseCode.Unauthorized : CloseCode.Forbidden;
}

/** Returns only the first sentence, because a close reason can have at most 123 bytes. */
function reasonOf({ message }: Problem): string {
  return message.split(/(?<=\.) /, 1)[0]?.slice(0, 120) ?? '';
}

/**
 * Returns the viewer, or null without credentials. Returns an error if they are wrong or the database is unreachable.
 */
function viewerOf(parameters: Record<string, unknown> | undefined, { request }: Connection, services: Services) {
  const credentials = credentialsFromParameters(parameters);
  return authenticateAs(credentials, request, services, accountInParameters(parameters)).catch((error: Error) => error);
}
