import type { GraphQLSchema } from 'graphql';
import type { InputShape } from '../../accounts/requests/shown-body.ts';
import type { Context } from '../../api/context.ts';
import { toProblem } from '../../api/errors.ts';
import type { Operation } from '../../api/operation.ts';
import type { PageOf } from '../../api/query.ts';
import { costOfSkipping, pointsFor } from '../../graphql/limits/document-charge.ts';
import { unread } from '../../http/streamed-body.ts';
import { type InputError, Problem } from '../../kernel/problem.ts';
import { jsonText } from '../../kernel/values/json-text.ts';
import { DatabaseLoader, type Loader } from '../../representations/loader.ts';
import { RefusedSet } from '../../vocabulary/refused-attempt.ts';
import { type Answer, envelopeStyleOf, envelopeStyles, forget } from './answer.ts';
import { commonRefusal, defaultWording, Refused, wordingOf } from './failure-codes.ts';
import { shapeOfFields } from './logged-shape.ts';
import type { OperationCall, RequestFields, Row } from './row.ts';
import { type Input, inputRefusal, readInput } from './row-input.ts';
import { answerList, type WholeList } from './whole-list.ts';

const pageOfRows = 100;

export interface RunnableRow {
  row: Row<unknown>;
  operationOf: (fields: RequestFields) => Operation;
  shapeOf: (fields: RequestFields) => InputShape;
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
    shapeOf: (fields) => {
      const target = chosen(fields);
      const shape = shapes.get(target) ?? shapeOfFields(declaration, target, schema);
      shapes.set(target, shape);
      return shape;
    },
    answer: async (fields, context) => {
      const target = chosen(fields);
      const refuse = (error: unknown): never => {
        if (error instanceof Refused) throw error;
        throw refusalOf(toProblem(error, context.services.log, context.requestId), target, declaration);
      };
      return answerOf(declaration, target, { fields, context, loaderOf, refuse }).catch(refuse);
    },
  };
}

interface RowRequest {
  fields: RequestFields;
  context: Context;
  loaderOf: LoaderOf;
  refuse: (error: unknown) => never;
}

async function answerOf<Noun>(declaration: Row<Noun>, target: OperationCall<Noun>, asked: RowRequest): Promise<Answer> {
  const { fields, context, loaderOf, refuse } = asked;
  const { reply, whole, path, envelope, status = 200 } = declaration;
  const declared = { ...declaration, fields: target.fields ?? declaration.fields };
  const { input, unfit } = readInput(declared, target, fields);
  if (unfit.length > 0)
    throw inputRefusal(unfit, await violationsOf(target.operation, input, context), declared, target.codes);
  const { success } = envelope ? envelopeStyles.v3 : envelopeStyleOf(path);
  if (whole) {
    const read = (reader: Context, after?: string) =>
      target.operation(reader, after ? { ...input, after } : input).catch(refuse) as Promise<PageOf<unknown>>;
    const source = { fields, context, loaderOf, read, envelope: success({}) };
    const { body, paging, isContinued } = await answerList(whole as WholeList<unknown>, source);
    await chargeSkipping(input, context);
    return { status, body: isContinued ? body : counted(body, context), paging, media: null };
  }
  const noun = await target.operation(context, input);
  await chargeSkipping(input, context);
  const body = reply ? jsonText(success(await reply(noun, { fields, loader: loaderOf(context) }))) : null;
  const media = declaration.media?.(noun) ?? null;
  if (isPage(noun)) forget(noun);
  return { status: reply ? status : 204, body: counted(body, context), paging: null, media };
}

/** A page is made for one request. Other nouns may be shared with simultaneous requests. */
function isPage(noun: unknown): noun is PageOf<unknown> {
  return typeof noun === 'object' && noun !== null && 'edges' in noun;
}

/** Throws another problem, such as a missing scope. */
async function violationsOf(
  { parse }: OperationCall<unknown>['operation'],
  input: object,
  context: Context,
): Promise<readonly InputError[]> {
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

/** A large body counts for its account until the client has read it. */
function counted(body: Answer['body'], { viewer, services }: Context): Answer['body'] {
  return typeof body === 'object' && body !== null ? unread(body, viewer, services.limits) : body;
}

function refusalOf<Noun>(problem: Problem, call: OperationCall<Noun>, declaration: Row<Noun>): Refused {
  const { codes, words = {} } = call;
  if (problem.code === 'INVALID_INPUT')
    return inputRefusal([], problem.inputErrors, { ...declaration, fields: call.fields ?? declaration.fields }, codes);
  if (problem instanceof RefusedSet) {
    return new Refused(
      problem.refusals.map(({ code, count }) => ({
        code: codes[code] ?? 422,
        description: `${defaultWording(code, words).replace(/\.$/, '')}: ${count} ${count === 1 ? 'session' : 'sessions'}.`,
      })),
    );
  }
  const code = codes[problem.code];
  return code == null ? commonRefusal(problem) : new Refused([{ code, description: wordingOf(problem, words) }]);
}
