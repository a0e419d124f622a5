import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { integrations as integrationsTable } from '../integration/integration.ts';
import type { OpenPlatforms } from './platform-pool.ts';

/** Shorter than the time for which unused platforms stay open. */
const everyMilliseconds = 20_000;

/**
 * Keeps SMPP connections open even while the service sends no messages, because platforms send reports and replies over
 * these connections. Returns a function that stops this.
 */
export function startListening(database: Database, platforms: OpenPlatforms, log: Logger): () => Promise<void> {
  let running = Promise.resolve();
  const listen = () => {
    running = listenToAll(database, platforms, log).catch((error: unknown) =>
      log.warn({ err: error }, 'platforms could not be listened to'),
    );
  };
  listen();
  const timer = setInterval(listen, everyMilliseconds).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

async function listenToAll(database: Database, platforms: OpenPlatforms, log: Logger): Promise<void> {
  const integrations = await findRows(database, integrationsTable, { provider: 'SMPP', disconnectedAt: null });
  for (const integration of integrations) {
    try {
      const { platform, giveBack } = platforms.use(integration);
      platform.listen?.();
      giveBack();
    } catch (error) {
      // This happens, for example, if the settings were encrypted with another APP_SECRET. The text of the error may
      // contain settings, so it is not logged.
      log.warn({ integration: integration.id, error: (error as Error).name }, 'a platform could not be listened to');
    }
  }
}
