import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database.ts';
import { removeHeartbeat } from './process-heartbeat.ts';
import type { DatabaseRole, ServerType } from './server-state.ts';
import type { Survey } from './setup-checks.ts';
import { type WrongSetup, wrongSetups } from './wrong-setup.ts';

const beatMilliseconds = 15_000;

/** How long a stopping process waits for its last statement. */
const farewellMilliseconds = 1000;

/**
 * Monitors the setup of the database. During a failover it looks wrong for a while, so only lasting faults are
 * reported.
 */
export class DatabaseWatch {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #allowed: readonly WrongSetup[];
  readonly #url: string | null;
  readonly #processId = crypto.randomUUID();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #survey: Survey | null = null;
  #lasting: readonly WrongSetup[] = [];
  #replicaFailure: string | null = null;
  #checking: Promise<Survey | null> | null = null;

  constructor(database: Database, log: Logger, allowed: readonly WrongSetup[] = []) {
    this.#database = database;
    this.#log = log;
    this.#allowed = allowed;
    this.#url = addressOf(database);
  }

  get role(): DatabaseRole | null {
    return this.#url === null ? { kind: 'embedded', role: 'primary' } : (this.#survey?.role ?? null);
  }

  get lasting(): readonly WrongSetup[] {
    return this.#lasting;
  }

  get isWritable(): boolean {
    const { role = 'primary' } = this.role ?? {};
    return role === 'primary' || this.#allowed.includes(role);
  }

  async start(): Promise<void> {
    if (this.#url === null) return;
    await this.report();
    this.#running = this.#repeat();
  }

  async stop(): Promise<void> {
    if (this.#url === null) return;
    this.#stopping.abort();
    await this.#running;
    const farewell = removeHeartbeat(this.#database.background, this.#processId).catch(() => undefined);
    await Promise.race([farewell, sleep(farewellMilliseconds, undefined, { ref: false })]);
  }

  async report(): Promise<void> {
    const suspected = this.#survey?.wrong ?? [];
    const survey = await this.check();
    if (survey) this.#note(survey, suspected);
    this.#noteReplica();
  }

  check(): Promise<Survey | null> {
    if (this.#url === null) return Promise.resolve(null);
    this.#checking ??= this.#look(this.#url)
      .catch((error: unknown) => {
        this.#log.debug({ err: error }, 'the database could not be checked');
        return null;
      })
      .finally(() => {
        this.#checking = null;
      });
    return this.#checking;
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await sleep(beatMilliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.report();
    }
  }

  async #look(url: string): Promise<Survey> {
    const { surveyDatabase } = await import('./setup-checks.ts');
    const former = this.#survey;
    const survey = await surveyDatabase(url, former, this.#processId);
    if (former && survey.server !== former.server) this.#database.renew();
    this.#survey = survey;
    return survey;
  }

  #note({ wrong }: Survey, suspected: readonly WrongSetup[]): void {
    // Other writers count at once, because they have been seen twice.
    const lasting = wrong.filter(
      (setup) => !this.#allowed.includes(setup) && (suspected.includes(setup) || setup === 'several-writers'),
    );
    for (const reason of lasting.filter((setup) => !this.#lasting.includes(setup)))
      this.#log.error({ reason }, `The database is set up wrongly: ${wrongSetups[reason]}`);
    for (const reason of this.#lasting.filter((setup) => !lasting.includes(setup)))
      this.#log.info({ reason }, 'the database is set up rightly again');
    this.#lasting = lasting;
  }

  #noteReplica(): void {
    const reason = this.#database.replicaFailure;
    if (reason === this.#replicaFailure) return;
    this.#replicaFailure = reason;
    if (reason) this.#log.warn({ reason }, 'the replica is not used');
    else this.#log.info('the replica is used again');
  }
}

export function serverTypeOf({ dataSource }: Database): ServerType | null {
  const { type } = dataSource.options;
  return type === 'mysql' || type === 'mariadb' ? type : null;
}

function addressOf({ dataSource: { options } }: Database): string | null {
  return options.type === 'mysql' || options.type === 'mariadb' ? (options.url ?? null) : null;
}
