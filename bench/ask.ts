import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './measured-process.ts';

/** An API key. */
export interface Caller {
  keyId: string;
  secret: string;
}

/** Does the same as `fetch`. The error says why the request failed; that of `fetch` says only that it did. */
export async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { message, cause } = error as Error;
    const { code = '', message: reason = '' } = Object(cause) as Partial<NodeJS.ErrnoException>;
    throw new Error(`${message}: ${code} ${reason}`, { cause: error });
  }
}

export function send(url: string, body: object, { keyId, secret }: Caller): Promise<Response> {
  return request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Client-Id': keyId, 'X-Client-Secret': secret },
    body: JSON.stringify(body),
  });
}

/** Sends one request and returns the body. Throws if the status is not a success. */
export async function ask({ port }: ServerProcess, path: string, body: object, caller: Caller): Promise<string> {
  const response = await send(`http://127.0.0.1:${port}${path}`, body, caller);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 1000)}`);
  return text;
}

/** Sends a GraphQL request and returns its data. */
export async function askGraphQL<Answer>(
  server: ServerProcess,
  query: string,
  variables: object,
  caller: Caller,
): Promise<Answer> {
  const answer = JSON.parse(await ask(server, '/graphql', { query, variables }, caller));
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

/** Waits until a job is done, and returns how many messages it has sent. */
export async function untilDone(server: ServerProcess, id: string, caller: Caller): Promise<number | null> {
  const query = 'query ($id: ID!) { job(id: $id) { status sent } }';
  for (;;) {
    const { job } = await askGraphQL<{ job: { status: string; sent: number | null } }>(server, query, { id }, caller);
    if (job.status === 'DONE') return job.sent;
    if (job.status === 'FAILED') throw new Error('the job failed');
    await sleep(100);
  }
}
