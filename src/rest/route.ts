import type { TadaDocumentNode } from 'gql.tada';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, validate } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../api/context.ts';
import { inputProblem, toProblem } from '../api/errors.ts';
import type { Operation } from '../api/operation.ts';
import { Problem, type ProblemCode, problems, SessionsRefused, type Violation } from '../problem.ts';
import { commonCodes, type Failure, missing, violations } from './codes.ts';
import { type Field, Unfit } from './fields.ts';

/** An operation as a row calls it: through a stored document, with the legacy number of everything that it can raise. */
export interface Call<Data> {
  operation: Operation;
  document: TadaDocumentNode<Data, never>;
  codes: Partial<Record<ProblemCode, number>>;
  /** Arguments that the path itself decides. */
  fixed?: Record<string, unknown>;
}

/** A call whose codes are complete: leaving out a problem of the operation does not compile. */
export function call<Code extends ProblemCode, Data, Variables>(
  operation: Operation<string, Code>,
  document: TadaDocumentNode<Data, Variables>,
  codes: Record<Code, number>,
  fixed?: Record<string, unknown>,
): Call<Data> {
  return { operation, document: document as never, codes, ...(fixed && { fixed }) };
}

/** A documented path. */
export interface Row<Data> {
  /** POST unless told. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/v3/${string}` | `/v4/${string}`;
  /** For the reference: what it does, and the section of the specification. */
  summary: string;
  section: string;
  fields: Record<string, Field>;
  /** What a caller is told of an argument that is missing, where no field of the request stands for it alone. */
  wording?: Record<string, string>;
  /** What it calls; with several, `choose` says which. */
  calls: Record<string, Call<Data>>;
  choose?: (fields: Record<string, unknown>) => string;
  /** Where the list goes on, when the path answers all of it although the operation answers pages. */
  nextPage?: (data: Data) => string | null;
  /** The answer: on /v3 what stands beside `status`. `pages` has more than one element only with `nextPage`. */
  reply: (data: Data, request: { fields: Record<string, unknown>; pages: Data[] }) => object;
  /** The answer in other forms than JSON, for callers whose `Accept` prefers one. */
  media?: (data: Data) => Media;
  /** The HTTP status of refusals, where the specification has its own. */
  refusalStatus?: number;
}

export interface Media {
  /** The same as long as the answer is the same. */
  etag: string;
  /** The bodies by their content type. */
  bodies: Record<string, Buffer | string>;
}

/** Infers the data of the calls for the reply. */
export function row<Data>(declaration: Row<Data>): Row<Data> {
  return declaration;
}

/** A row that is ready to answer. */
export interface CompiledRow {
  row: Pick<Row<unknown>, 'method' | 'path' | 'refusalStatus'>;
  /** What a request with these fields calls. */
  operationOf: (fields: Record<string, unknown>) => Operation;
  /** Throws `Refused` with all that the caller is told. */
  route: (fields: Record<string, unknown>, context: Context) => Promise<{ reply: object; media: Media | null }>;
}

export class Refused extends Error {
  readonly status: number | null;
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[], status: number | null = null) {
    super(failures.map(({ description }) => description).join(' '));
    this.failures = failures;
    this.status = status;
  }

  /** The same with this status, unless it has one. */
  withStatus(status: number | undefined): Refused {
    return new Refused(this.failures, this.status ?? status ?? null);
  }
}

/** Compiles the documents of a row once. */
export function compileRow<Data>(declaration: Row<Data>, schema: GraphQLSchema): CompiledRow {
  const calls = new Map(
    Object.entries(declaration.calls).map(([name, target]) => [name, { ...target, execute: compile(target, schema) }]),
  );
  const [first] = [...calls.values()];
  if (!first) throw new Error(`${declaration.path} calls nothing`);
  const chosen = (fields: Record<string, unknown>) => calls.get(declaration.choose?.(fields) ?? '') ?? first;
  return {
    row: declaration,
    operationOf: (fields) => chosen(fields).operation,
    route: async (fields, context) => {
      const target = chosen(fields);
      const variables = variablesOf(declaration, target, fields);
      const pages = [await run(target, variables, declaration, context)];
      for (
        let after = declaration.nextPage?.(pages[0] as Data);
        after;
        after = declaration.nextPage?.(pages.at(-1) as Data)
      ) {
        pages.push(await run(target, { ...variables, after }, declaration, context));
      }
      const data = pages[0] as Data;
      return { reply: declaration.reply(data, { fields, pages }), media: declaration.media?.(data) ?? null };
    },
  };
}

type Execute<Data> = (
  variables: Record<string, unknown>,
  context: Context,
) => Promise<ExecutionResult<Data>> | ExecutionResult<Data>;

function compile<Data>({ document, operation }: Call<Data>, schema: GraphQLSchema): Execute<Data> {
  const mistakes = validate(schema, document as DocumentNode);
  if (mistakes.length > 0) throw new Error(`the document for ${operation.name} is not valid: ${mistakes.join(' ')}`);
  const compiled = compileQuery(schema, document as DocumentNode, undefined, { disableLeafSerialization: true });
  if (!isCompiledQuery(compiled))
    throw new Error(`the document for ${operation.name} does not compile: ${compiled.errors?.join(' ')}`);
  return (variables, context) => compiled.query(undefined, context, variables) as ExecutionResult<Data>;
}

/** Reads the fields, and checks them all before anything is looked up. */
function variablesOf<Data>(
  declaration: Row<Data>,
  { operation, codes, fixed = {} }: Call<Data>,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const { values, unfit } = readFields(declaration.fields, given);
  const input = structuredClone(fixed);
  for (const [argument, value] of values) setPath(input, argument, value);
  const parsed = operation.input.safeParse(input);
  const shape = parsed.success ? [] : inputProblem(parsed.error.issues).violations;
  const failures = [...unfit, ...failuresOf(shape, declaration, new Set(unfit.map(({ field }) => field)))];
  if (failures.length > 0) throw new Refused(withoutNames(failures, codes));
  return operation.kind === 'mutation' ? { input } : input;
}

interface FieldFailure {
  field: string;
  code: number | string;
  description: string;
}

function readFields(
  fields: Record<string, Field>,
  given: Record<string, unknown>,
): { values: [string, unknown][]; unfit: FieldFailure[] } {
  const values: [string, unknown][] = [];
  const unfit: FieldFailure[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || (!field.clears && (value === null || value === ''))) {
      if (field.required)
        unfit.push({ field: name, code: field.missing ?? missing, description: describe(missing, name) });
      continue;
    }
    try {
      const read = field.clears && (value === null || value === '') ? null : field.read(value);
      if (field.argument) values.push([field.argument, read]);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      unfit.push({
        field: name,
        code: field.invalid,
        description: error.message ? `${name} ${error.message}` : (field.complaint ?? describe(field.invalid, name)),
      });
    }
  }
  return { values, unfit };
}

function failuresOf<Data>(
  shape: readonly Violation[],
  { fields, wording = {} }: Row<Data>,
  known: Set<string>,
): FieldFailure[] {
  const failures = new Map<string, FieldFailure>();
  const unfit = [...known].map((name) => fields[name]?.argument ?? '');
  for (const violation of shape) {
    const path = violation.path.join('.');
    const [name, field] = Object.entries(fields).find(
      ([, { argument }]) => argument === path || (argument && path.startsWith(`${argument}.`)),
    ) ?? [path, null];
    // What concerns no field of its own, such as no data at all, follows from the fields that are wrong already.
    if (known.has(name) || failures.has(name) || (!field && known.size > 0)) continue;
    if (violation.oneOf?.some((prefix) => unfit.some((argument) => argument.split('.')[0] === prefix))) continue;
    const isMissing = violation.kind === 'missing';
    const code = isMissing ? missing : (field?.invalid ?? 302);
    const complaint = isMissing ? wording[path] : field?.complaint;
    failures.set(name, {
      field: name,
      code,
      description: complaint ?? (field ? describe(code, name) : violation.message),
    });
  }
  return [...failures.values()];
}

function describe(code: number | string, name: string): string {
  return violations[Number(code)]?.(name) ?? `Invalid ${name}.`;
}

/** A malformed id that stands for "not found" counts only when nothing else is wrong with the shape. */
function withoutNames(failures: readonly FieldFailure[], codes: Partial<Record<string, number>>): Failure[] {
  const numbered = failures.filter((failure) => typeof failure.code === 'number');
  if (numbered.length > 0) return numbered.map(({ code, description }) => ({ code: Number(code), description }));
  const [first] = failures;
  const problem = first ? (first.code as ProblemCode) : 'INVALID_INPUT';
  return [{ code: codes[problem] ?? 302, description: new Problem(problem).message }];
}

async function run<Data>(
  target: Call<Data> & { execute: Execute<Data> },
  variables: Record<string, unknown>,
  declaration: Row<Data>,
  context: Context,
): Promise<Data> {
  const { data, errors } = await target.execute(variables, context);
  if (!errors?.[0]) return data as Data;
  throw refusalOf(toProblem(errors[0], context.services.log, context.requestId), target, declaration);
}

function refusalOf<Data>(problem: Problem, { codes }: Call<Data>, declaration: Row<Data>): Refused {
  if (problem.code === 'INVALID_INPUT')
    return new Refused(withoutNames(failuresOf(problem.violations, declaration, new Set()), codes));
  if (problem instanceof SessionsRefused) {
    return new Refused(
      problem.refusals.map(({ code, count }) => ({
        code: codes[code] ?? 422,
        description: `${count} sessions: ${problems[code]}`,
      })),
    );
  }
  const code = codes[problem.code];
  return code === undefined ? commonRefusal(problem) : new Refused([{ code, description: problem.message }]);
}

/** The refusal for what can go wrong on any path. */
export function commonRefusal(problem: Problem): Refused {
  const [code, status] = commonCodes[problem.code as keyof typeof commonCodes] ?? commonCodes.INTERNAL;
  return new Refused([{ code, description: problem.message }], status);
}

function setPath(target: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  target[first] ??= {};
  setPath(target[first] as Record<string, unknown>, rest.join('.'), value);
}
