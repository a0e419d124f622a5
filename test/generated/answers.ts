import { expect } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { problems } from '../../src/kernel/problem.ts';
import type { Row } from '../../src/rest/adapter/row.ts';
import { toJson } from '../support/arbitraries.ts';
import type { Client } from '../support/client.ts';
import { requestFor } from '../support/rest-request.ts';
import { documentFor, variablesFor } from './documents.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any;
  failed: boolean;
}

/** The time limit of a request: long enough for a slow machine, short enough to detect a hang. */
const timeout = 60_000;

/** Text that no response may contain: SQL, stack traces, file names and internal names. */
const internals =
  /node_modules|\.tsx?:\d|\bat \S+ \(|\bat file:|QueryFailed|SqliteError|SQLITE_[A-Z]|\bER_[A-Z]{3}|TypeError|RangeError|ZodError|coupon_sessions|session_identities|api_keys|\bFROM coupons\b|Cannot read propert/;

/**
 * Sends any request, unless the caller passes the response, and checks the rules for all responses: the response
 * arrives in time, the status is not 5xx, and a failure has the documented shape.
 */
export async function answerTo(url: string, init: RequestInit, received?: Response): Promise<Answer> {
  const { headers, status, text } = await read(
    received ?? (await fetch(url, { signal: AbortSignal.timeout(timeout), ...init })),
  );
  expect(status, `${init.method} ${url} answered ${text.slice(0, 500)}`).toBeLessThan(500);
  expect(text).not.toMatch(internals);
  if (status !== 204) expect(headers.get('content-type')).toMatch(/^application\/([a-z-]+\+)?json/);
  const body = status === 204 ? null : JSON.parse(text);
  const failed = url.includes('/graphql') ? body.errors !== undefined : status >= 400;
  if (failed)
    expect(body, `${init.body}`.slice(0, 2000)).toEqual(
      url.includes('/graphql') ? graphqlFailure : restFailure(status),
    );
  return { status, headers, body, failed };
}

export function post(
  client: Client,
  path: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return answerTo(client.url + path, {
    method: 'POST',
    headers: { ...client.headers, 'Content-Type': 'application/json', ...headers },
    body,
  });
}

/** Calls the operation and selects its whole result. */
export function callOperation(
  client: Client,
  operation: Operation,
  input: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const request = { query: documentFor(operation), variables: variablesFor(operation, input) };
  return post(client, '/graphql', toJson(request), headers);
}

/** Calls a documented path, with each field in the path, the query string or the body as documented. */
export function callRow(
  client: Client,
  row: Row<unknown>,
  given: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { method, path, fields } = requestFor(row, given);
  return answerTo(client.url + path, {
    method,
    headers: { ...client.headers, ...(fields && { 'Content-Type': 'application/json' }), ...headers },
    ...(fields && { body: toJson(fields) }),
  });
}

async function read(response: Response) {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const graphqlFailure = expect.objectContaining({
  errors: expect.toSatisfy(
    (errors) => Array.isArray(errors) && errors.length > 0 && errors.every(isProblem),
    'a list of problems',
  ),
});

/** The codes for which REST returns a 5xx. GraphQL returns them with HTTP 200. */
const ours = ['INTERNAL', 'UNAVAILABLE'];

function isProblem({ message, extensions }: { message: unknown; extensions?: { code?: unknown } }): boolean {
  const code = String(extensions?.code);
  return typeof message === 'string' && message !== '' && Object.hasOwn(problems, code) && !ours.includes(code);
}

/** The error object of /v3 and /v4 (contract, section 4). */
function restFailure(status: number): object {
  return {
    status: {
      status: 'failed',
      errors: {
        error_message: expect.stringMatching(new RegExp(`^HTTP/1\\.0 ${status} .+\\.$`)),
        error_message_description: expect.toSatisfy(isFilled('string'), 'texts'),
        error_code: expect.toSatisfy(isFilled('number'), 'numbers'),
      },
    },
  };
}

function isFilled(type: 'string' | 'number') {
  return (list: unknown) => Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === type);
}

/** Sends a few items at a time, and returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: Item[],
  send: (item: Item) => Promise<Result>,
  atATime = 16,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await send(item);
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return results;
}

/** Returns the values with this name in a response. Ignores values inside a record that has the name itself. */
export function valuesNamed(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Object.hasOwn(value, name)) return [value[name as never]];
  return Object.values(value).flatMap((inner) => valuesNamed(name, inner));
}
