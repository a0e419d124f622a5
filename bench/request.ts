import type { Data } from './data.ts';
import type { Question } from './scenarios.ts';

/** Returns the n-th request of a question as it is sent. Its body contains only characters of one byte. */
export function requestText(
  { method, path, body }: Question,
  n: number,
  { keyId, secret }: Pick<Data, 'keyId' | 'secret'>,
): string {
  const text = method === 'GET' ? '' : JSON.stringify(body(n));
  return [
    `${method ?? 'POST'} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Client-Id: ${keyId}`,
    `X-Client-Secret: ${secret}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    '',
    text,
  ].join('\r\n');
}

/** Returns the beginning of the body of every good response. */
export function expectedStart({ method, path }: Question): string {
  if (method === 'GET') return '[{"id":"';
  return path === '/graphql' ? '{"data":{' : '{"status":{"status":"OK"}';
}
