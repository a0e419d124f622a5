import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { InputShape } from '../../accounts/requests/request-recorder.ts';
import type { Context } from '../../api/context.ts';
import { toProblem } from '../../api/errors.ts';
import type { Operation } from '../../api/operation.ts';
import type { PageOf } from '../../api/query.ts';
import { costOfSkipping, pointsFor } from '../../graphql/limits/document-charge.ts';
import { traceOf } from '../../http/request-trace.ts';
import { holdResponse, stream } from '../../http/streamed-body.ts';
import { requireReadAnswers } from '../../kernel/limits/unread-bytes.ts';
import { Problem } from '../../kernel/problem.ts';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { forget, inMemory } from '../../kernel/values/json-text.ts';
import { DatabaseLoader, type Loader } from '../../representations/loader.ts';
import { BulkProblem } from '../../vocabulary/campaign-problem.ts';
import {
  type CodedError,
  commonError,
  defaultMessage,
  errorMessageOf,
  RestError,
  textOf,
  v4Statuses,
} from './error-codes.ts';
import type { Field } from './field.ts';
import { shapeOfFields } from './logged-shape.ts';
import type { Media, OperationCall, Replying, RequestFields, Row } from './row.ts';
import { type Input, inputRestError, readInput } from './row-input.ts';
import { answerList, type Paging, type WholeList } from './whole-list.ts';

const pageOfRows = 100;

export interface RunnableRow {
  row: Row<unknown>;
  operationOf: (fields: RequestFields) => Operation;
  shapeOf: (fields: RequestFields) => InputShape;
  fieldsOf: (fields: RequestFields) => Record<string, Field>;
  answer: (fields: RequestFields, context: Context) => Promise<Answer>;
}

type LoaderOf = (context: Context) => Loader;

export function runnable<Noun>(
  declaration: Row<Noun>,
  schema: GraphQLSchema,
  loaderOf: LoaderOf = (context) => new DatabaseLoader(context),
): RunnableRow {
  const [first] = Object.values(declaration.calls);
  if (!first) throw new Error(`${declaration.path} calls nothing`);
  const shapes = new Map<OperationCall<Noun>, InputShape>();
  const chosen = (fields: RequestFields) => {
    const name = declaration.choose?.(fields) ?? '';
    return (Object.hasOwn(declaration.calls, name) && declaration.calls[name]) || first;
  };
  return {
    row: declaration as Row<unknown>,
    operationOf: (fields) => chosen(fields).operation,
    fieldsOf: (fields) => chosen(fields).fields ?? declaration.fields,
    shapeOf: (fields) => {
      const target = chosen(fields);
      const shape = shapes.get(target) ?? shapeOfFields(declaration, target, schema);
      shapes.set(target, shape);
      return shape;
    },
    answer: async (fields, context) => {
      const target = chosen(fields);
      const refuse = async (error: unknown): Promise<never> => {
        if (error instanceof RestError) throw error;
        throw await restErrorOf(toProblem(error, context.services.log, context.requestId), target, declaration);
      };
      return answerOf(declaration, target, { fields, context, loaderOf, refuse }).catch(refuse);
    },
  };
}

interface RowRequest {
  fields: RequestFields;
  context: Context;
  loaderOf: LoaderOf;
  refuse: (error: unknown) => Promise<never>;
}

async function answerOf<Noun>(declaration: Row<Noun>, target: OperationCall<Noun>, asked: RowRequest): Promise<Answer> {
  const { fields, context, loaderOf, refuse } = asked;
  const { reply, whole, path, envelope, status = 200, bodyLimit } = declaration;
  // A bulk call can have thousands of failures, which make a large response too.
  if (bodyLimit && context.viewer) requireReadAnswers(context.viewer.account.rootId);
  const declared = { ...declaration, fields: target.fields ?? declaration.fields };
  const { input, fieldErrors } = readInput(declared, target, fields);
  const pause = yieldToEventLoop();
  if (pause) await pause;
  if (fieldErrors.length > 0)
    throw await inputRestError(
      fieldErrors,
      await inputErrorsOf(target.operation, input, context),
      declared,
      target.codes,
    );
  if (target.operation.kind === 'query' && context.viewer) requireReadAnswers(context.viewer.account.rootId);
  const { success } = envelope ? envelopeStyles.v3 : envelopeStyleOf(path);
  if (whole) {
    const read = (reader: Context, after?: string) =>
      target.operation(reader, after ? { ...input, after } : input).catch(refuse) as Promise<PageOf<unknown>>;
    const source = { fields, context, loaderOf, read, envelope: success({}) };
    const list = await answerList(whole as WholeList<unknown>, source);
    await chargeSkipping(input, context);
    return { status, ...list, media: null };
  }
  const noun = await target.operation(context, input);
  await chargeSkipping(input, context);
  const body = reply ? inMemory(success(await reply(noun, replying(asked)))) : { body: null, bytes: 0 };
  const media = declaration.media?.(noun) ?? null;
  if (isPage(noun)) forget(noun);
  return { status: reply ? status : 204, ...body, paging: null, media };
}

function replying({ fields, context, loaderOf }: RowRequest): Replying {
  return {
    fields,
    publicUrl: context.services.publicUrl,
    get loader() {
      return loaderOf(context);
    },
  };
}

/** Whether a noun is a page. A page belongs to one request, and other nouns may be shared by simultaneous requests. */
function isPage(noun: unknown): noun is PageOf<unknown> {
  return typeof noun === 'object' && noun !== null && 'edges' in noun;
}

/** Returns what is invalid. Throws any other problem, such as a missing scope. */
async function inputErrorsOf({ parse }: OperationCall<unknown>['operation'], input: object, context: Context) {
  try {
    await parse(context, input);
    return [];
  } catch (error) {
    if (error instanceof Problem && error.code === 'INVALID_INPUT') return error.inputErrors;
    throw error;
  }
}

async function chargeSkipping({ page }: Input, { viewer, services }: Context): Promise<void> {
  if (page === undefined) return;
  const points = pointsFor(costOfSkipping(page, pageOfRows));
  if (points > 0 && viewer) await services.limits.rates.take(viewer.account, points);
}

async function restErrorOf<Noun>(
  problem: Problem,
  call: OperationCall<Noun>,
  declaration: Row<Noun>,
): Promise<RestError> {
  const { codes, messages = {} } = call;
  if (problem.code === 'INVALID_INPUT')
    return inputRestError(
      [],
      problem.inputErrors,
      { ...declaration, fields: call.fields ?? declaration.fields },
      codes,
    );
  if (problem instanceof BulkProblem) {
    return new RestError(
      problem.counts.map(({ code, count }) => ({
        code: codes[code] ?? 422,
        description: `${defaultMessage(code, messages).replace(/\.$/, '')}: ${count} ${count === 1 ? 'session' : 'sessions'}.`,
      })),
    );
  }
  const code = codes[problem.code];
  return code == null
    ? commonError(problem)
    : new RestError([{ code, description: errorMessageOf(problem, messages) }]);
}

export interface Answer {
  status: number;
  /** The JSON, as a whole or in parts. Null for an empty body. */
  body: string | AsyncIterable<Buffer | string> | null;
  /** The number of bytes in memory behind a body in parts. */
  bytes: number;
  paging: Paging | null;
  media: Media | null;
}

const longText = 16_384;

const contentType = 'application/json; charset=utf-8';

export async function send(
  request: Request,
  response: Response,
  { status, body, bytes, media }: Answer,
): Promise<void> {
  if (media && sendMedia(request, response, media)) return;
  if (body === null) response.writeHead(status).end();
  else if (typeof body === 'string') sendText(response, status, body);
  else {
    holdResponse(response, traceOf(request).viewer, bytes);
    response.writeHead(status, { 'Content-Type': contentType });
    if (request.method === 'HEAD') return void response.end();
    await stream(response, body);
  }
}

/**
 * Responds with 304 if the client's copy is current, or in a media type that the client prefers to JSON. Otherwise, it
 * only sets headers.
 */
function sendMedia(request: Request, response: Response, { etag, bodies }: Media): boolean {
  response.setHeader('ETag', etag);
  response.setHeader('Vary', 'Accept');
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return true;
  }
  const type = request.accepts(['application/json', ...Object.keys(bodies)]);
  const body = type ? bodies[type] : undefined;
  if (!type || body === undefined) return false;
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
  return true;
}

function sendText(response: Response, status: number, text: string): void {
  // A long text would be copied twice within the heap: once behind the headers, and once to encode it.
  const body = text.length > longText ? Buffer.from(text) : text;
  const length = Buffer.byteLength(body);
  if (length > longText) holdResponse(response, traceOf(response.req).viewer, length);
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': length }).end(body);
}

interface EnvelopeStyle {
  success: (reply: object) => object;
  failureStatus: (failures: readonly CodedError[]) => number;
}

const envelopeStyles: Record<'v3' | 'v4', EnvelopeStyle> = {
  v3: { success: (reply) => ({ status: { status: 'OK' }, ...reply }), failureStatus: () => 422 },
  v4: { success: (reply) => reply, failureStatus: ([first]) => v4Statuses[first?.code ?? 0] ?? 422 },
};

export function envelopeStyleOf(path: string): EnvelopeStyle {
  return path.startsWith('/v4') ? envelopeStyles.v4 : envelopeStyles.v3;
}

export function failureBody(failures: readonly CodedError[], status: number): object {
  return {
    status: {
      status: 'failed',
      errors: {
        error_message: `HTTP/1.0 ${status} ${reasons[status] ?? STATUS_CODES[status] ?? ''}.`,
        error_message_description: failures.map(textOf),
        error_code: failures.map(({ code }) => code),
      },
    },
  };
}

/** Existing callers compare these texts. */
const reasons: Record<number, string> = { 422: 'Unprocessable entity' };

export function pagingHeaders({ page, hasNext, total }: Paging, address: string): Map<string, string> {
  const links = [
    ...(hasNext ? [`<${withPage(address, page + 1n)}>; rel="next"`] : []),
    ...(page > 1n ? [`<${withPage(address, page - 1n)}>; rel="prev"`] : []),
  ];
  return new Map([
    ...(links.length > 0 ? [['Link', links.join(', ')] as const] : []),
    ...(total === null ? [] : [['X-Total-Count', String(total)] as const]),
  ]);
}

function withPage(address: string, page: bigint): string {
  const url = new URL(address);
  url.searchParams.set('pagination[page]', String(page));
  return url.href;
}
