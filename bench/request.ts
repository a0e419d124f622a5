import type { Data } from './data.ts';
import type { Question } from './scenarios.ts';

/** The n-th request of a question, as it goes over the wire. Its body has characters of one byte only. */
export function requestText({ path, body }: Question, n: number, { keyId, secret }: Data): string {
  const text = JSON.stringify(body(n));
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Client-Id: ${keyId}`,
    `X-Client-Secret: ${secret}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    '',
    text,
  ].join('\r\n');
}

/** How the body of every good answer begins. */
export function expectedStart({ path }: Question): string {
  return path === '/graphql' ? '{"data":{' : '{"status":{"status":"OK"}';
}
