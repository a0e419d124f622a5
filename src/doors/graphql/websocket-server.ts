import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ExecutionArgs, type ExecutionResult, type execute, GraphQLError, type subscribe } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { isAsyncIterable } from 'graphql-yoga';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Services } from '../../kernel/api/context.ts';
import { toGraphQLError } from '../../kernel/api/errors.ts';
import type { Viewer } from '../../kernel/api/viewer.ts';
import { isUnavailable } from '../../kernel/database/failures.ts';
import { Problem, problems } from '../../kernel/problem.ts';
import { authenticateAs } from '../http/authentication.ts';
import { credentialsFromParameters } from '../http/credentials.ts';
import { contextOf, traceOf } from '../http/request-trace.ts';
import { type GraphQLServer, withProblems } from './graphql-server.ts';
import { bytesOf } from './shared-results.ts';

const maximumMessage = 1024 * 1024;

/** How much may wait in the socket of a slow reader. What comes then waits where it is bounded. */
const mostBuffered = 16 * 1024;

/** How long a client has to answer that the connection is closed, before it is taken for lost. */
const goodbyeMilliseconds = 2000;

/** Try again later: clients reconnect by themselves. */
const tryAgainLater = 1013;

/** GraphQL over WebSocket (`graphql-transport-ws`) on the path of the HTTP endpoint, under the same limits. */
export function serveWebSockets(
  server: Server,
  graphql: GraphQLServer,
  services: Services,
): { close: () => Promise<void> } {
  const sockets = new WebSocketServer({ server, path: '/graphql', maxPayload: maximumMessage });
  const disposable = useServer<Record<string, unknown>, Connection>(
    {
      execute: (args) => enveloped(args).execute(args),
      subscribe: (args) => enveloped(args).subscribe(args),
      onConnect: async ({ connectionParams, extra }) => {
        const viewer = await viewerOf(connectionParams, extra, services);
        if (isUnavailable(viewer)) extra.socket.close(tryAgainLater, problems.UNAVAILABLE);
        return !(viewer instanceof Error);
      },
      onSubscribe: async ({ connectionParams, extra }, _id, { query, variables, operationName }) => {
        const viewer = await viewerOf(connectionParams, extra, services);
        if (viewer instanceof Error) return [new GraphQLError(viewer.message, { originalError: viewer })];
        const context = contextOf(extra.request, services, viewer);
        const { schema, execute, subscribe, parse, validate } = graphql.getEnveloped(context);
        try {
          const document = parse(query);
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
      onOperation: ({ extra }, id, _payload, _args, results) =>
        isAsyncIterable(results) ? sendDirectly(results as Results, id, extra) : undefined,
      onNext: ({ extra }, _id, _payload, _args, result) =>
        withProblems(result, services.log, traceOf(extra.request).requestId),
      onError: ({ extra }, _id, _payload, errors) =>
        errors.map((error) => toGraphQLError(error, services.log, traceOf(extra.request).requestId)),
    },
    sockets,
  );
  // graphql-ws would print what clients send wrongly to standard error, with a stack.
  sockets.on('connection', (socket) => {
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

const end = Buffer.from('}');

type Results = AsyncIterableIterator<ExecutionResult>;

type Connection = { request: IncomingMessage; socket: WebSocket };

/** Sends results in the form that all who receive them share. Only those with errors go their way through graphql-ws. */
function sendDirectly(results: Results, id: string, { socket, request }: Connection): Results {
  const beginning = Buffer.from(JSON.stringify({ id, type: 'next', payload: null }).slice(0, -'null}'.length));
  return {
    next: async () => {
      for (;;) {
        const item = await results.next();
        if (!item.done && !item.value.errors) {
          collectWrites(request.socket);
          await send(socket, Buffer.concat([beginning, bytesOf(item.value), end]));
          continue;
        }
        if (!item.done && isTooSlow(item.value)) socket.close(tryAgainLater, problems.TOO_SLOW);
        return item;
      }
    },
    return: async () => (await results.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const collecting = new Set<Socket>();

/** Has everything that is sent to a socket in this turn of the event loop go out in one write. */
function collectWrites(socket: Socket): void {
  if (collecting.has(socket)) return;
  if (collecting.size === 0) setImmediate(sendCollected);
  collecting.add(socket);
  socket.cork();
}

function sendCollected(): void {
  for (const socket of collecting) socket.uncork();
  collecting.clear();
}

/**
 * Sends, and waits while too much is in the socket already. Bytes and no text: Node 26 may abort when `ws` measures a text
 * that was put together and not yet written in one piece.
 */
function send(socket: WebSocket, message: Buffer): Promise<void> | undefined {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (socket.readyState === socket.OPEN) socket.send(message, { binary: false }, () => resolve());
  else resolve();
  return socket.bufferedAmount > mostBuffered ? promise : undefined;
}

function isTooSlow({ errors }: ExecutionResult): boolean {
  return errors?.[0]?.originalError instanceof Problem && errors[0].originalError.code === 'TOO_SLOW';
}

function enveloped(args: ExecutionArgs): { execute: typeof execute; subscribe: typeof subscribe } {
  return args.rootValue as never;
}

/** The viewer, null without credentials, or why there is none: wrong credentials, or a database that is away. */
function viewerOf(
  parameters: Record<string, unknown> | undefined,
  { request }: Connection,
  services: Services,
): Promise<Viewer | null | Error> {
  return authenticateAs(credentialsFromParameters(parameters), request, services).catch((error: Error) => error);
}
