import { Session } from 'node:inspector/promises';

/**
 * Frees a third of the memory, which an idle process would otherwise keep. This takes 0.1 seconds, so call it before
 * accepting requests.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
