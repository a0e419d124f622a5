import { expect } from 'vitest';
import type { Row } from '../../src/doors/rest/adapter/row.ts';
import type { Operation } from '../../src/kernel/api/operation.ts';
import { problems } from '../../src/kernel/problem.ts';
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

/** Long enough for a slow machine, and short of a hang. */
const patience = 60_000;

/** What no answer may show: statements, stacks, files, and the names of what is inside. */
const internals =
  /node_modules|\.ts:\d|\bat \S+ \(|\bat file:|QueryFailed|SqliteError|SQLITE_[A-Z]|\bER_[A-Z]{3}|TypeError|RangeError|ZodError|coupon_sessions|session_identities|api_keys|\bFROM coupons\b|Cannot read propert/;

/**
 * Sends a request of any kind, unless its response is there already, and checks what holds for every answer: it comes, it is
 * no 5xx, and a failure has its documented shape.
 */
export async function answerTo(url: string, init: RequestInit, received?: Response): Promise<Answer> {
  const { headers, status, text } = await read(
    received ?? (await fetch(url, { signal: AbortSignal.timeout(patience), ...init })),
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

/** Calls the operation with everything that it answers. */
export function callOperation(
  client: Client,
  operation: Operation,
  input: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const request = { query: documentFor(operation), variables: variablesFor(operation, input) };
  return post(client, '/graphql', toJson(request), headers);
}

/** Calls a documented path, with each field where it belongs. */
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

/** GraphQL says with HTTP 200 what REST says with a 5xx. */
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

/** Sends some at a time, and answers in their order. */
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

/** The values with this name in an answer: of the outermost record that has it. */
export function valuesNamed(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Object.hasOwn(value, name)) return [value[name as never]];
  return Object.values(value).flatMap((inner) => valuesNamed(name, inner));
}
