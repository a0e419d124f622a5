import type { CallableOperation, MaybePromise } from '../../api/operation.ts';
import type { PageOf } from '../../api/query.ts';
import type { ProblemCode } from '../../kernel/problem.ts';
import type { Loader } from '../../representations/loader.ts';
import type { Field } from './field.ts';

/**
 * A call of an operation, with a legacy error code for each of its problems. Null means that no request to the path can
 * cause the problem.
 */
export interface OperationCall<Noun> {
  operation: CallableOperation<string, ProblemCode, object, Noun>;
  codes: Partial<Record<ProblemCode, number | null>>;
  /** The texts of this call's problems, where they differ. */
  messages?: Partial<Record<ProblemCode, string>>;
  fixed?: Record<string, unknown>;
  /** The fields of this call, if they differ from those of the row. */
  fields?: Record<string, Field>;
}

/** Declares a call. It does not compile if a problem of the operation lacks a code. */
export function call<Code extends ProblemCode, Noun>(
  operation: CallableOperation<string, Code, never, Noun>,
  codes: Record<Code, number | null>,
  fixed?: Record<string, unknown>,
): OperationCall<Noun> {
  // The row makes the input from its fields, and the operation parses it.
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
  /** The method. Default: POST. On /v3, a row that only reads also accepts GET. */
  method?: Method;
  /** The path. Its parameters, in braces, are fields too. */
  path: `/v3/${string}` | `/v4/${string}`;
  summary: string;
  section: string;
  /** The fields. The path takes precedence over the body, and the body over the query string. */
  fields: Record<string, Field>;
  bareList?: string;
  /** The maximum size of a body. Default: 1 MiB. */
  bodyLimit?: '32mb';
  /** The messages for missing arguments that no field sets on its own. */
  wording?: Record<string, string>;
  calls: Record<string, OperationCall<Noun>>;
  choose?: (fields: RequestFields) => string;
  /** The HTTP status of a success. Default: 200. */
  status?: 201;
  /**
   * The content of the response. On /v3, these members follow `status`. Without `reply` and `whole`, the response is
   * empty and has the status 204.
   */
  reply?: (noun: Noun, request: Replying) => MaybePromise<object>;
  /** A complete list, from an operation that returns pages. The list is sent while it is read. */
  whole?: {
    name?: string;
    item: (node: NodeOf<Noun>, loader: Loader) => MaybePromise<object>;
    beside?: (request: Omit<Replying, 'publicUrl'>) => MaybePromise<BesideList>;
    /**
     * Set if a request may select one page of the list (`pagination[page]`). The headers then link to the other pages.
     */
    hasPages?: true;
  };
  /** Set if a path of /v4 responds in the envelope of /v3. */
  envelope?: true;
  media?: (noun: Noun) => Media;
  /** The HTTP status of refusals, if it is not the default. */
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
