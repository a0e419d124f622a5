import type { TadaDocumentNode } from 'gql.tada';
import type { Operation } from '../../../kernel/api/operation.ts';
import type { ProblemCode } from '../../../kernel/problem.ts';
import type { Field } from './field.ts';

/** An operation as a row calls it: through a stored document, with the legacy number of everything that it can raise. */
export interface OperationCall<Data> {
  operation: Operation;
  document: TadaDocumentNode<Data, never>;
  codes: Partial<Record<ProblemCode, number>>;
  /** Arguments that the path itself decides. */
  fixed?: Record<string, unknown>;
  /** The fields as this operation takes them, of a row whose operations take different ones. */
  fields?: Record<string, Field>;
}

/** A call whose codes are complete: leaving out a problem of the operation does not compile. */
export function call<Code extends ProblemCode, Data, Variables>(
  operation: Operation<string, Code>,
  document: TadaDocumentNode<Data, Variables>,
  codes: Record<Code, number>,
  fixed?: Record<string, unknown>,
): OperationCall<Data> {
  return { operation, document: document as never, codes, ...(fixed && { fixed }) };
}

/** A documented path. */
export interface Row<Data> {
  /** POST unless told. */
  method?: Method;
  /** With parameters in braces, which are fields too. */
  path: `/v3/${string}` | `/v4/${string}`;
  /** For the reference: what it does, and the section of the specification. */
  summary: string;
  section: string;
  /** In the path, in the query string of a GET, and in the body of any other method. */
  fields: Record<string, Field>;
  /** The field that a body is which is a list itself. */
  bareList?: string;
  /** How large a body may be: 1 MiB unless told. */
  bodyLimit?: '32mb';
  /** What a caller is told of an argument that is missing, where no field of the request stands for it alone. */
  wording?: Record<string, string>;
  /** What it calls; with several, `choose` says which. */
  calls: Record<string, OperationCall<Data>>;
  choose?: (fields: Given) => string;
  /** The HTTP status of success: 200 unless told. */
  status?: 201;
  /** The answer: on /v3 what stands beside `status`. Without it and `whole` there is none, and the HTTP status is 204. */
  reply?: (data: Data, request: { fields: Given; amount: number }) => object;
  /** A list that the path answers to its end, although the operation answers pages. It is sent while it is read. */
  whole?: {
    /** What it is called beside the reply; without a name it is the answer. */
    name?: string;
    items: (data: Data) => unknown[];
    /** Where it goes on. */
    next: (data: Data, fields: Given) => string | null;
  };
  /** What the headers tell of a page. */
  paging?: (data: Data, fields: Given) => Paging | null;
  /** Whether it answers in the envelope of /v3, although its path is of /v4. */
  envelope?: true;
  /** The answer in other forms than JSON, for callers whose `Accept` prefers one. */
  media?: (data: Data) => Media;
  /** The HTTP status of refusals, where the specification has its own. */
  refusalStatus?: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Given = Record<string, unknown>;

/** The fields of a request by which one of the operations is called. */
export function fieldsOfCall<Data>(
  { fields }: Pick<Row<Data>, 'fields'>,
  call: OperationCall<Data>,
): Record<string, Field> {
  return call.fields ?? fields;
}

export function isInPath({ path }: Pick<Row<unknown>, 'path'>, field: string): boolean {
  return path.includes(`{${field}}`);
}

export interface Paging {
  page: number;
  hasNext: boolean;
  /** Of the whole list, if it was asked for. */
  total: number | null;
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
