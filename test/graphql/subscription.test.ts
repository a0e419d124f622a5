import { createClient } from 'graphql-ws';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { useTestOperations } from '../api/test-operations.ts';
import type { Client } from '../support/client.ts';

const service = useTestOperations();

interface Result {
  data?: { count: number } | null;
  errors?: readonly { message: string; extensions?: { code?: unknown } }[];
}

const transports = [
  { transport: 'WebSocket', subscribe: byWebSocket },
  { transport: 'server-sent events', subscribe: byEvents },
];

describe.each(transports)('by $transport', ({ subscribe }) => {
  test('a subscriber receives what the operation yields, until it ends', async () => {
    const results = subscribe(await service.client(), 'subscription { count(to: 3) }');

    expect(await Array.fromAsync(results)).toEqual([1, 2, 3].map((count) => ({ data: { count } })));
  });

  test('the operation ends when its subscriber leaves', async () => {
    const name = crypto.randomUUID();
    const results = subscribe(await service.client(), `subscription { count(name: "${name}") }`);

    for await (const { data } of results) if (data?.count === 3) break;

    await service.server.program.says(new RegExp(`^left: (${name})$`, 'm'));
  });

  test('an error during the operation arrives as a problem without detail', async () => {
    const results = await Array.fromAsync(subscribe(await service.client(), 'subscription { count(failAt: 2) }'));

    expect(results[0]).toEqual({ data: { count: 1 } });
    expect(codesOf(results)).toEqual(['INTERNAL']);
    expect(JSON.stringify(results)).not.toContain('secret');
  });

  test('a subscription refuses a key without the scope', async () => {
    const client = await service.client({ scopes: ['READ'] });

    expect(codesOf(await Array.fromAsync(subscribe(client, 'subscription { count(to: 3) }')))).toEqual(['FORBIDDEN']);
  });

  test('a subscription refuses a caller without credentials', async () => {
    const client = (await service.client()).with({});

    expect(codesOf(await Array.fromAsync(subscribe(client, 'subscription { count(to: 3) }')))).toEqual([
      'UNAUTHENTICATED',
    ]);
  });

  test('a subscription validates its input', async () => {
    const results = await Array.fromAsync(subscribe(await service.client(), 'subscription { count(to: 101) }'));

    expect(codesOf(results)).toEqual(['INVALID_INPUT']);
  });

  test('a subscription parses its input once, not for each event', async () => {
    const name = crypto.randomUUID();

    await Array.fromAsync(subscribe(await service.client(), `subscription { count(to: 3, name: "${name}") }`));

    await service.server.program.says(new RegExp(`^left: (${name})$`, 'm'));
    expect(service.server.program.output.split(`parsed: ${name}\n`)).toHaveLength(2);
  });

  test('a subscription refuses an invalid document', async () => {
    const results = await Array.fromAsync(subscribe(await service.client(), 'subscription { nothing }'));

    expect(codesOf(results)).toEqual(['INVALID_QUERY']);
  });
});

test('a WebSocket accepts queries and mutations', async () => {
  const client = await service.client();

  const [viewer] = await Array.fromAsync(byWebSocket(client, '{ viewer { keyId } }'));
  const [created] = await Array.fromAsync(
    byWebSocket(client, 'mutation { createFolder(input: { name: "Autumn" }) { name } }'),
  );

  expect(viewer).toEqual({ data: { viewer: { keyId: client.owner.keyId } } });
  expect(created).toEqual({ data: { createFolder: { name: 'Autumn' } } });
});

test('a revoked key opens no further subscription on an open socket', async () => {
  const client = await service.client();
  const socket = clientFor(client);
  expect(await Array.fromAsync(socket.iterate({ query: 'subscription { count(to: 1) }' }))).toHaveLength(1);

  await client.graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { id } }', { id: client.owner.keyId });

  const next = await Array.fromAsync(problemsAsResults(socket.iterate({ query: 'subscription { count(to: 1) }' })));
  expect(codesOf(next)).toEqual(['UNAUTHENTICATED']);
});

function byWebSocket(client: Client, query: string): AsyncIterable<Result> {
  return problemsAsResults(clientFor(client).iterate({ query }) as unknown as AsyncIterable<Result>);
}

function clientFor({ url, headers }: Client) {
  const socket = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
    retryAttempts: 0,
    lazyCloseTimeout: 60_000,
  });
  onTestFinished(() => void socket.dispose());
  return socket;
}

/** graphql-ws throws the errors of a subscription that fails to start. */
async function* problemsAsResults(results: AsyncIterable<unknown>): AsyncIterable<Result> {
  try {
    yield* results as AsyncIterable<Result>;
  } catch (errors) {
    if (!Array.isArray(errors)) throw errors;
    yield { errors };
  }
}

async function* byEvents({ url, headers }: Client, query: string): AsyncIterable<Result> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, Accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
    signal: leaving.signal,
  });
  try {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      yield (await response.json()) as Result;
      return;
    }
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, data] = /^event: next\ndata: (.*)$/m.exec(event) ?? [];
        if (data) yield JSON.parse(data);
      }
    }
  } finally {
    leaving.abort();
  }
}

function codesOf(results: Result[]): unknown[] {
  return results.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions?.code));
}
