import type { Data } from './data.ts';
import type { ServerProcess } from './measured-process.ts';

/** Sends one request and returns the body. Throws if the status is not a success. */
export async function ask(
  { port }: ServerProcess,
  path: string,
  body: object,
  { keyId, secret }: Pick<Data, 'keyId' | 'secret'>,
  method = 'POST',
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Client-Id': keyId, 'X-Client-Secret': secret },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 1000)}`);
  return text;
}

/** Sends a GraphQL request and returns its data. */
export async function askGraphQL<Answer>(
  server: ServerProcess,
  query: string,
  variables: object,
  data: Pick<Data, 'keyId' | 'secret'>,
): Promise<Answer> {
  const answer = JSON.parse(await ask(server, '/graphql', { query, variables }, data));
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}
