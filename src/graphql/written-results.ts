import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Services } from '../api/context.ts';
import { toProblem } from '../api/errors.ts';
import { idleMilliseconds } from '../http/http-server.ts';
import { traceOf } from '../http/request-trace.ts';
import { holdResponse } from '../http/streamed-body.ts';
import { bytesIn, isLarge, jsonBytes } from '../kernel/values/json-text.ts';
import { acceptsJson } from './accepted-types.ts';

export interface WrittenResult extends ExecutionResult {
  /** Writes the result. Yoga may have replaced its errors. */
  stringify: (result: ExecutionResult) => string;
}

export function isWritten(result: ExecutionResult): result is WrittenResult {
  return 'stringify' in result;
}

export function isLargeResult(result: ExecutionResult): boolean {
  return !isWritten(result) && isLarge(result.data);
}

interface ServerContext {
  req: IncomingMessage;
  res: ServerResponse;
}

export const streamLargeResults = (services: Services): Plugin<object, ServerContext> => ({
  onResultProcess({ request, result, setResult, serverContext }) {
    if (isAsyncIterable(result) || Array.isArray(result)) return undefined;
    const isJson = acceptsJson(request);
    const isLarge = isLargeResult(result);
    const { req, res } = serverContext;
    // Others are held when their length is known.
    if (isLarge || !isJson) holdResponse(res, traceOf(req).viewer, bytesIn(result.data));
    if (!isLarge) return undefined;
    // Types other than JSON put a frame around the text, so they need all of it.
    if (!isJson) return written(result).then(setResult);
    const stringify = (presented: ExecutionResult) => bodyOf(presented, serverContext, services) as unknown as string;
    setResult({ ...result, stringify } as WrittenResult);
  },
});

function bodyOf(result: ExecutionResult, { req, res }: ServerContext, { log }: Services): Readable {
  return Readable.from(withTimeout(jsonBytes(inOrder(result)), res)).on('error', (error) => {
    toProblem(error, log, traceOf(req).requestId);
    res.destroy();
  });
}

/** Sets the connection timeout again. Yoga turns it off for all streams, as if each were a subscription. */
async function* withTimeout(parts: AsyncIterable<Buffer>, { socket }: ServerResponse): AsyncGenerator<Buffer> {
  socket?.setTimeout(idleMilliseconds);
  yield* parts;
}

async function written(result: ExecutionResult): Promise<WrittenResult> {
  const text = Buffer.concat(await Array.fromAsync(jsonBytes(result.data))).toString();
  return {
    ...result,
    stringify: (presented) => {
      const { data: _, ...others } = inOrder(presented);
      const beside = JSON.stringify(others);
      return beside === '{}' ? `{"data":${text}}` : `${beside.slice(0, -1)},"data":${text}}`;
    },
  };
}

/** Puts errors first, as the GraphQL specification recommends. */
function inOrder({ data, stringify: _, ...others }: Partial<WrittenResult>): ExecutionResult {
  return { ...others, data: data ?? null };
}
