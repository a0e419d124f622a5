import { createClient, type ExecutionResult } from 'graphql-ws';

interface Closed {
  closed: number;
  reason: string;
}

/** Returns the result of one operation over a WebSocket with these `connectionParams`, or the code that closes it. */
export async function overWebSocket(
  url: string,
  connectionParams: Record<string, unknown> | undefined,
  query = '{ viewer { keyId account { id } } }',
  variables: Record<string, unknown> = {},
): Promise<ExecutionResult<{ viewer: { keyId: string; account: { id: string } } }> | Closed> {
  const client = createClient({ url: `${url.replace('http', 'ws')}/graphql`, connectionParams, retryAttempts: 0 });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<ExecutionResult<never>>();
    client.subscribe(
      { query, variables },
      { next: (result) => resolve(result as never), error: reject, complete: () => undefined },
    );
    return await promise;
  } catch (error) {
    if (Array.isArray(error)) return { errors: error };
    const { code, reason } = error as { code: number; reason: string };
    return { closed: code, reason };
  } finally {
    await client.dispose();
  }
}
