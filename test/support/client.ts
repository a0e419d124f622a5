import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../../bench/ask.ts';
import type { Account } from '../../src/accounts/account/account.ts';
import type { Row } from '../../src/rest/adapter/row.ts';
import { requestFor } from './rest-request.ts';

export interface Owner {
  account: Account;
  keyId: string;
  secret: string;
}

export interface GraphQLAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  data: any;
  /** The codes of the errors, in the order of the errors. */
  codes: string[];
  errors: { message: string; path?: (string | number)[]; extensions: { code: string; field?: string } }[];
}

export interface RestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any;
  /** The `error_code` of a failure; empty on success. */
  codes: number[];
}

/** A client of both GraphQL and REST. */
export class Client {
  readonly url: string;
  readonly owner: Owner;
  readonly headers: Record<string, string>;
  #isPatient = false;
  #isChecked = true;

  constructor(url: string, owner: Owner, headers = credentialsOf(owner)) {
    this.url = url;
    this.owner = owner;
    this.headers = headers;
  }

  /** Returns a copy of the client that sends these headers instead of the credentials. */
  with(headers: Record<string, string>): Client {
    return new Client(this.url, this.owner, headers);
  }

  /** Returns a copy of the client that repeats calls for which the service has no time, as `Retry-After` asks. */
  patient(): Client {
    const client = new Client(this.url, this.owner, this.headers);
    client.#isPatient = true;
    return client;
  }

  /** Returns a copy of the client that does not compare responses with the reference. */
  unchecked(): Client {
    const client = new Client(this.url, this.owner, this.headers);
    client.#isChecked = false;
    return client;
  }

  async graphql(
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<GraphQLAnswer> {
    const response = await this.#send('/graphql', {
      method: 'POST',
      headers: { ...this.headers, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const { data = null, errors = [] } = (await response.json()) as GraphQLAnswer;
    return {
      status: response.status,
      headers: response.headers,
      data,
      errors,
      codes: errors.map(({ extensions }) => extensions.code),
    };
  }

  /**
   * Sends fields as JSON, `URLSearchParams` as a form, and text unchanged. Throws if the response is not as the OpenAPI
   * document describes it.
   */
  async rest(
    path: string,
    fields: unknown = {},
    headers: Record<string, string> = {},
    method = 'POST',
  ): Promise<RestAnswer> {
    const { type, text } = written(fields);
    const hasBody = !['GET', 'HEAD'].includes(method);
    const response = await this.#send(path, {
      method,
      headers: { ...this.headers, ...(hasBody && { 'Content-Type': type }), ...headers },
      ...(hasBody && { body: text }),
    });
    const received = await response.text();
    const body = received === '' ? null : JSON.parse(received);
    if (this.#isChecked) {
      // Not imported above, because clients of GraphQL alone do not need it, and it loads the whole service.
      const { requireDocumented } = await import('./documented-answers.ts');
      requireDocumented(method, path, response.status, body);
    }
    return { status: response.status, headers: response.headers, body, codes: body?.status?.errors?.error_code ?? [] };
  }

  /** Calls a documented path, with each field in the path, the query string or the body as documented. */
  async call(
    row: Pick<Row<unknown>, 'method' | 'path'>,
    fields: object = {},
    headers: Record<string, string> = {},
  ): Promise<RestAnswer> {
    const request = requestFor(row, fields);
    return this.rest(request.path, request.fields, headers, request.method);
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const response = await request(this.url + path, init);
    if (!this.#isPatient || response.status !== 503) return response;
    await sleep(Number(response.headers.get('Retry-After')) * 1000);
    return this.#send(path, init);
  }
}

function credentialsOf({ keyId, secret }: Owner): Record<string, string> {
  return { 'X-Client-Id': keyId, 'X-Client-Secret': secret };
}

function written(fields: unknown): { type: string; text: string } {
  if (fields instanceof URLSearchParams) return { type: 'application/x-www-form-urlencoded', text: String(fields) };
  return { type: 'application/json', text: typeof fields === 'string' ? fields : JSON.stringify(fields) };
}
