import type { GraphQLSchema } from 'graphql';
import type { InputShape } from '../../../accounts/requests/shown-body.ts';
import { type Context, readOnSnapshot, requestOnSnapshot } from '../../../kernel/api/context.ts';
import { toProblem } from '../../../kernel/api/errors.ts';
import type { Operation } from '../../../kernel/api/operation.ts';
import { withCallersIds } from '../../../kernel/external-ids/external-input.ts';
import { type Problem, SessionsRefused } from '../../../kernel/problem.ts';
import { forget } from '../../../kernel/values/forget.ts';
import { jsonText } from '../../../kernel/values/json-text.ts';
import { compileOnFirstUse } from '../../documents/compiled-document.ts';
import { costOfSkipping, pointsFor } from '../../graphql/limits/document-charge.ts';
import { unread } from '../../http/streamed-body.ts';
import { envelopeStyleOf, envelopeStyles } from './envelopes.ts';
import { defaultWording, wordingOf } from './failure-codes.ts';
import { shapeOfFields } from './logged-shape.ts';
import { commonRefusal, Refused } from './refusal.ts';
import { fieldsOfCall, type Given, type Media, type OperationCall, type Paging, type Row } from './row.ts';
import { readInput, shapeRefusal, variablesOf } from './variables.ts';

/** The length of a page of a list by number. */
const pageOfRows = 100;

/** A row whose documents are compiled. */
export interface CompiledRow {
  row: Row<unknown>;
  /** Returns the operation that a request with these fields calls. */
  operationOf: (fields: Given) => Operation;
  /** Returns what is known of these fields, for the request log. */
  shapeOf: (fields: Given) => InputShape;
  /** Calls the operation. Throws `Refused` with all failures to report to the caller. */
  route: (fields: Given, context: Context) => Promise<Answer>;
}

export interface Answer {
  status: number;
  /** The JSON, as a whole or in parts; null for an empty body. */
  body: string | AsyncIterable<Buffer | string> | null;
  paging: Paging | null;
  media: Media | null;
}

/** Prepares a row. Its documents are compiled when they are first used, because a process uses few of all documents. */
export function compileRow<Data>(declaration: Row<Data>, schema: GraphQLSchema): CompiledRow {
  const calls = new Map(
    Object.entries(declaration.calls).map(([name, target]) => [
      name,
      {
        ...target,
        execute: compileOnFirstUse(target.document, { schema, name: target.operation.name, leavesAsResolved: true }),
      },
    ]),
  );
  const [first] = [...calls.values()];
  if (!first) throw new Error(`${declaration.path} calls nothing`);
  const chosen = (fields: Given) => calls.get(declaration.choose?.(fields) ?? '') ?? first;
  return {
    row: declaration as Row<unknown>,
    operationOf: (fields) => chosen(fields).operation,
    shapeOf: (fields) => shapeOfFields(declaration, chosen(fields), schema),
    route: async (fields, context) => {
      const target = chosen(fields);
      const declared = { ...declaration, fields: fieldsOfCall(declaration, target) };
      const given = readInput(declared, target, fields);
      const input = await withCallersIds(target.operation.input, given.input, context);
      const variables = variablesOf(declared, target, { ...given, input });
      const skipping = pointsFor(costOfSkipping(variables.page, pageOfRows));
      const run = async (reader: Context, after?: string) => {
        const { data, errors } = await target.execute(after ? { ...variables, after } : variables, reader);
        if (errors?.[0]) throw errors[0];
        return data as Data;
      };
      const refuse = (error: unknown): never => {
        throw refusalOf(toProblem(error, context.services.log, context.requestId), target, declaration);
      };
      const lists = declaration.whole && target.operation.kind === 'query';
      const data = await (lists ? readOnSnapshot(context, run) : run(context)).catch(refuse);
      if (skipping > 0 && context.viewer) await context.services.limits.rates.take(context.viewer.account, skipping);
      const read = (reader: Context, after?: string) => run(reader, after).catch(refuse);
      const pages = (whole: Whole<Data>) => readToEnd(whole, data, fields, { context, read });
      const body = bodyOf(declaration, data, fields, pages);
      const answer = {
        status: declaration.status ?? (declaration.reply || declaration.whole ? 200 : 204),
        body,
        paging: declaration.paging?.(data, fields) ?? null,
        media: declaration.media?.(data) ?? null,
      };
      if (hasFurtherPages(declaration, data, fields)) return answer;
      forget(data as object);
      return isStream(body) ? { ...answer, body: unread(body, context.viewer, context.services.limits) } : answer;
    },
  };
}

function bodyOf<Data>(
  declaration: Row<Data>,
  data: Data,
  fields: Given,
  pages: (whole: Whole<Data>) => AsyncIterable<unknown[]>,
): Answer['body'] {
  const { reply, whole, path, envelope } = declaration;
  const { success } = envelope ? envelopeStyles.v3 : envelopeStyleOf(path);
  const replyTo = (amount: number) => reply?.(data, { fields, amount }) ?? {};
  if (!whole) return reply ? jsonText(success(replyTo(0))) : null;
  if (!hasFurtherPages(declaration, data, fields)) {
    const list = whole.items(data);
    return jsonText(whole.name ? { ...success({}), [whole.name]: list, ...replyTo(list.length) } : list);
  }
  const items = pages(whole);
  return whole.name ? writeBeside(whole.name, items, success({}), replyTo) : writeList(items);
}

function isStream(body: Answer['body']): body is AsyncIterable<Buffer | string> {
  return typeof body === 'object' && body !== null;
}

function hasFurtherPages<Data>({ whole }: Row<Data>, data: Data, fields: Given): boolean {
  return whole !== undefined && whole.next(data, fields) !== null;
}

type Whole<Data> = NonNullable<Row<Data>['whole']>;

interface Source<Data> {
  context: Context;
  read: (context: Context, after?: string) => Promise<Data>;
}

/**
 * Yields the items of a list page by page. A snapshot has all of them, so that they are those of one moment; without one, the
 * first page need not be read again.
 */
async function* readToEnd<Data>(
  { items, next }: Whole<Data>,
  first: Data,
  fields: Given,
  { context, read }: Source<Data>,
): AsyncGenerator<unknown[]> {
  await using snapshot = await requestOnSnapshot(context);
  for (let data = snapshot.context === context ? first : await read(snapshot.context); ; ) {
    yield items(data);
    const after = next(data, fields);
    if (after === null) return;
    data = await read(snapshot.context, after);
  }
}

/** Yields an object with the list between the envelope and the reply. The reply may contain the length of the list. */
async function* writeBeside(
  name: string,
  pages: AsyncIterable<unknown[]>,
  envelope: object,
  replyTo: (amount: number) => object,
): AsyncGenerator<string> {
  let amount = 0;
  const counted = async function* () {
    for await (const page of pages) {
      amount += page.length;
      yield page;
    }
  };
  yield `${JSON.stringify(envelope).slice(0, -1)},${JSON.stringify(name)}:`;
  yield* writeList(counted());
  const reply = JSON.stringify(replyTo(amount));
  yield reply === '{}' ? '}' : `,${reply.slice(1)}`;
}

async function* writeList(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((item) => JSON.stringify(item)).join();
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function refusalOf<Data>(problem: Problem, call: OperationCall<Data>, declaration: Row<Data>): Refused {
  const { codes, words = {} } = call;
  if (problem.code === 'INVALID_INPUT')
    return shapeRefusal(problem.violations, { ...declaration, fields: fieldsOfCall(declaration, call) }, codes);
  if (problem instanceof SessionsRefused) {
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
