import { type Client, createClient } from 'graphql-ws/client';

const longestWait = 30_000;
/** Within this time, the client notices that a connection was lost silently. */
const keepAlive = 20_000;

/** Reconnects forever, because the service may be unavailable for a while. */
export function liveClient(): Client {
  return createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    keepAlive,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (retries) => {
      const wait = Math.min(1000 * 2 ** retries, longestWait) * (0.75 + Math.random() / 2);
      return new Promise((resolve) => setTimeout(resolve, wait));
    },
  });
}
