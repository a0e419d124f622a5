import type { CallableOperation, MaybePromise } from '../../api/operation.ts';
import type { PageOf } from '../../api/query.ts';
import type { ProblemCode } from '../../kernel/problem.ts';
import type { Loader } from '../../representations/loader.ts';
import type { Field } from './field.ts';

/** The legacy error code of every problem of an operation. Null: no request to the path can cause the problem. */
export interface OperationCall<Noun> {
  operation: CallableOperation<string, ProblemCode, object, Noun>;
  codes: Partial<Record<ProblemCode, number | null>>;
  /** The wording of problems of this call whose message differs. */
  messages?: Partial<Record<ProblemCode, string>>;
  fixed?: Record<string, unknown>;
  /** The fields of this call, if they differ from those of the row. */
  fields?: Record<string, Field>;
}

/** A problem of the operation without a code is a compile error. */
export function call<Code extends ProblemCode, Noun>(
  operation: CallableOperation<string, Code, never, Noun>,
  codes: Record<Code, number | null>,
  fixed?: Record<string, unknown>,
): OperationCall<Noun> {
  // A row makes the input from its fields, and the operation parses it.
  const called = operation as unknown as OperationCall<Noun>['operation'];
  return { operation: called, codes, ...(fixed && { fixed }) };
}

export function only<Code extends ProblemCode, Noun>(
  operation: CallableOperation<string, Code, never, Noun>,
  codes: Record<Code, number | null>,
  fixed?: Record<string, unknown>,
): Record<string, OperationCall<Noun>> {
  return { only: call(operation, codes, fixed) };
}

export interface Row<Noun> {
  /** The method, by default POST. On /v3, a row that only reads also takes GET. */
  method?: Method;
  /** The path. Parameters in braces are also fields. */
  path: `/v3/${string}` | `/v4/${string}`;
  summary: string;
  section: string;
  /** The path takes precedence over the body, and the body over the query string. */
  fields: Record<string, Field>;
  bareList?: string;
  /** The maximum size of a body; default 1 MiB. */
  bodyLimit?: '32mb';
  /** The messages for missing arguments that no single field of the request sets. */
  wording?: Record<string, string>;
  calls: Record<string, OperationCall<Noun>>;
  choose?: (fields: RequestFields) => string;
  /** The HTTP status of success; default 200. */
  status?: 201;
  /**
   * On /v3, the members in addition to `status`. Without `reply` and `whole` the response is empty, with status 204.
   */
  reply?: (noun: Noun, request: Replying) => MaybePromise<object>;
  /** A complete list from an operation that returns pages. It is sent while it is read. */
  whole?: {
    name?: string;
    item: (node: NodeOf<Noun>, loader: Loader) => MaybePromise<object>;
    beside?: (request: Omit<Replying, 'publicUrl'>) => MaybePromise<BesideList>;
    /** A request may select one page of the list (`pagination[page]`). The headers link to the others. */
    hasPages?: true;
  };
  /** Makes a path of /v4 respond in the envelope of /v3. */
  envelope?: true;
  media?: (noun: Noun) => Media;
  /** The HTTP status of refusals, if it differs from the default. */
  errorStatus?: number;
}

type NodeOf<Noun> = Noun extends PageOf<infer Node> ? Node : never;

export interface Replying {
  fields: RequestFields;
  publicUrl: string;
  readonly loader: Loader;
}

export type BesideList = (amount: number) => object;

export function methodsOf({ method = 'POST', path, calls }: Row<unknown>): readonly Method[] {
  const reads = Object.values(calls).every(({ operation }) => operation.kind === 'query');
  return reads && path.startsWith('/v3') ? ['GET', method] : [method];
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type RequestFields = Record<string, unknown>;

export function isInPath({ path }: Pick<Row<unknown>, 'path'>, field: string): boolean {
  return path.includes(`{${field}}`);
}

export interface Media {
  etag: string;
  bodies: Record<string, Buffer | string>;
}

export function row<Noun>(declaration: Row<Noun>): Row<Noun> {
  return declaration;
}
