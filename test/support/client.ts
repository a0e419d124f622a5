import type { Account } from '../../src/accounts/account.ts';

export interface Owner {
  account: Account;
  keyId: string;
  secret: string;
}

export interface GraphQLAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  data: any;
  /** The codes of the errors, in their order. */
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

/** One client for both doors. */
export class Client {
  readonly url: string;
  readonly owner: Owner;

  constructor(url: string, owner: Owner) {
    this.url = url;
    this.owner = owner;
  }

  get headers(): Record<string, string> {
    return { 'X-Client-Id': this.owner.keyId, 'X-Client-Secret': this.owner.secret };
  }

  async graphql(query: string, variables: Record<string, unknown> = {}): Promise<GraphQLAnswer> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { ...this.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data = null, errors = [] } = (await response.json()) as GraphQLAnswer;
    return { status: response.status, data, errors, codes: errors.map(({ extensions }) => extensions.code) };
  }

  async rest(path: string, fields: unknown = {}, headers: Record<string, string> = {}): Promise<RestAnswer> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { ...this.headers, 'Content-Type': 'application/json', ...headers },
      body: typeof fields === 'string' ? fields : JSON.stringify(fields),
    });
    const body = await response.json();
    return { status: response.status, headers: response.headers, body, codes: body?.status?.errors?.error_code ?? [] };
  }
}
