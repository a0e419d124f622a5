import type { Caller } from './ask.ts';
import type { Data } from './data.ts';
import { type Question, scenarioOf } from './scenarios.ts';

/** Returns the n-th request of a question as it is sent. Its body contains only characters of one byte. */
export function requestText({ path, body }: Question, n: number, { keyId, secret }: Caller): string {
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

/** Returns the claims of all sessions that can be claimed, for `load`. */
export function claimsOf(data: Data) {
  const claim = scenarioOf(data, 'claim').request;
  let sent = 0;
  const next = () => (sent < data.unclaimed.length ? requestText(claim, sent++, data) : undefined);
  return { next, expected: expectedStart(claim), one: () => claim.body(sent++) };
}

/** Returns the beginning of the body of every good response. */
export function expectedStart({ path }: Question): string {
  return path === '/graphql' ? '{"data":{' : '{"status":{"status":"OK"}';
}
