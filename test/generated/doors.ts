import type { Answer } from './answers.ts';

export const viewerRequest = JSON.stringify({ query: '{ viewer { keyId } }' });

/** A harmless request to each API. */
export const doors = [
  { door: 'REST', path: '/v3/coupon/list', good: '{}' },
  { door: 'GraphQL', path: '/graphql', good: viewerRequest },
];

/** Returns the codes of a failure: numbers in REST, problem codes in GraphQL. */
export function codesOf(body: Answer['body']): (string | number)[] {
  if (body.status) return body.status.errors?.error_code ?? [];
  return (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
}
