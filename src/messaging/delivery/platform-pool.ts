import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type Integration, integrations as integrationsTable, settingsOf } from '../integration/integration.ts';
import {
  listeningProviders,
  type OpenPlatform,
  type Platform,
  type PlatformDependencies,
} from '../platform/platform.ts';

const maxOpen = 200;
const idleMilliseconds = 60_000;

export interface Opened {
  platform: Platform;
  giveBack(): void;
}

interface PooledPlatform {
  platform: Platform;
  version: number;
  users: number;
  usedAt: number;
  replaced: boolean;
}

/** Platforms that open when needed, and close when idle. */
export class OpenPlatforms {
  readonly #kept = new Map<string, PooledPlatform>();
  readonly #open: OpenPlatform;
  readonly #secrets: Secrets;
  readonly #dependencies: PlatformDependencies;
  readonly #closing = new Set<Promise<void>>();

  constructor(open: OpenPlatform, secrets: Secrets, dependencies: PlatformDependencies) {
    this.#open = open;
    this.#secrets = secrets;
    this.#dependencies = dependencies;
  }

  use(integration: Integration): Opened {
    const kept = this.#current(integration);
    kept.users += 1;
    return {
      platform: kept.platform,
      giveBack: () => {
        kept.users -= 1;
        kept.usedAt = Date.now();
        if (kept.replaced && kept.users === 0) this.#close(kept);
      },
    };
  }

  /** How many messages an open platform takes in parallel. */
  parallelOf(integrationId: string): number {
    return this.#kept.get(integrationId)?.platform.parallel ?? 1;
  }

  /**
   * Closes connections that have been unused for a minute. If there are many, also closes those that have been unused
   * the longest.
   */
  closeIdle(): void {
    const unused = [...this.#kept].filter(([, { users }]) => users === 0);
    unused.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    const tooMany = this.#kept.size - maxOpen;
    for (const [index, [id, kept]] of unused.entries()) {
      if (index >= tooMany && Date.now() - kept.usedAt < idleMilliseconds) continue;
      this.#kept.delete(id);
      this.#close(kept);
    }
  }

  async close(): Promise<void> {
    for (const kept of this.#kept.values()) this.#close(kept);
    this.#kept.clear();
    await Promise.all(this.#closing);
  }

  #current(integration: Integration): PooledPlatform {
    const known = this.#kept.get(integration.id);
    if (known && known.version >= integration.version) return known;
    const platform = this.#open(integration, settingsOf(integration, this.#secrets), this.#dependencies);
    const kept = { platform, version: integration.version, users: 0, usedAt: Date.now(), replaced: false };
    this.#kept.set(integration.id, kept);
    if (known) {
      known.replaced = true;
      if (known.users === 0) this.#close(known);
    }
    return kept;
  }

  #close({ platform }: PooledPlatform): void {
    const closing: Promise<void> = platform
      .close()
      .catch((error: unknown) => this.#dependencies.log.warn({ err: error }, 'a platform could not be closed'))
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

/** The interval between checks. It is shorter than the time after which unused platforms close. */
const everyMilliseconds = 20_000;

/** Keeps connections that carry reports open while no messages are sent. Returns a function that stops this. */
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
  const which = { provider: listeningProviders(), disconnectedAt: null };
  const integrations = await findRows(database, integrationsTable, which);
  for (const integration of integrations) {
    try {
      const { platform, giveBack } = platforms.use(integration);
      platform.listen?.();
      giveBack();
    } catch (error) {
      // For example, the settings were encrypted with another APP_SECRET. The error may contain settings, so do not log
      // it.
      log.warn({ integration: integration.id, error: (error as Error).name }, 'a platform could not be listened to');
    }
  }
}
