import type { Answer } from './answers.ts';

export const viewerRequest = JSON.stringify({ query: '{ viewer { keyId } }' });

/** A harmless call through each door. */
export const doors = [
  { door: 'REST', path: '/v3/coupon/list', good: '{}' },
  { door: 'GraphQL', path: '/graphql', good: viewerRequest },
];

/** The codes of a failure, in the way of its door. */
export function codesOf(body: Answer['body']): (string | number)[] {
  if (body.status) return body.status.errors?.error_code ?? [];
  return (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
}
