import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database.ts';
import { beatMilliseconds, OtherWriters } from './other-writers.ts';
import { beat, isOldHeartbeat, listHeartbeats, removeHeartbeat, removeOldHeartbeats } from './process-heartbeat.ts';
import {
  type DatabaseRole,
  identityOf,
  readFacts,
  type ServerFacts,
  type ServerType,
  setupsOf,
} from './server-facts.ts';
import { type WrongSetup, wrongSetups } from './wrong-setup.ts';

/** How long to wait for a check. */
const patienceMilliseconds = 10_000;

/** A check that hangs this long is on a broken connection, so the next one goes out beside it. */
const abandonedMilliseconds = 60_000;

/** How long the end of a process waits for its last statement. */
const farewellMilliseconds = 1000;

interface Found {
  role: DatabaseRole;
  wrong: WrongSetup[];
}

/**
 * Finds out regularly what the database is, and whether its set-up is still right. During a failover much looks wrong, so
 * the process goes on whatever it finds, and reports what lasts.
 */
export class DatabaseWatch {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #allowed: readonly WrongSetup[];
  readonly #type: ServerType | null;
  readonly #processId = crypto.randomUUID();
  readonly #others = new OtherWriters();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #role: DatabaseRole | null;
  /** The server on which this process wrote last. */
  #server: string | null = null;
  #suspected: readonly WrongSetup[] = [];
  #lasting: readonly WrongSetup[] = [];
  #replicaFailure: string | null = null;
  #check: { began: number; result: Promise<Found | null> } | null = null;

  constructor(database: Database, log: Logger, allowed: readonly WrongSetup[] = []) {
    this.#database = database;
    this.#log = log;
    this.#allowed = allowed;
    this.#type = serverTypeOf(database);
    this.#role = this.#type ? null : { kind: 'embedded', role: 'primary' };
  }

  /** What the database was at the last check. Null before the first one. */
  get role(): DatabaseRole | null {
    return this.#role;
  }

  /** What was wrong in at least two checks in a row. */
  get lasting(): readonly WrongSetup[] {
    return this.#lasting;
  }

  get isWritable(): boolean {
    const { role = 'primary' } = this.#role ?? {};
    return role === 'primary' || this.#allowed.includes(role);
  }

  /** Checks now, and regularly from now on. */
  async start(): Promise<void> {
    if (!this.#type) return;
    await this.report();
    this.#running = this.#repeat();
  }

  async stop(): Promise<void> {
    if (!this.#type) return;
    this.#stopping.abort();
    await this.#running;
    const farewell = removeHeartbeat(this.#database.background, this.#processId).catch(() => undefined);
    await Promise.race([farewell, sleep(farewellMilliseconds, undefined, { ref: false })]);
  }

  /** Checks, and reports what lasts and what is over. */
  async report(): Promise<void> {
    const { signal } = this.#stopping;
    const patience = sleep(patienceMilliseconds, null, { signal, ref: false }).catch(() => null);
    const found = await Promise.race([this.check(), patience]);
    if (found) this.#note(found);
    this.#noteReplica();
  }

  /** Checks now, unless a check is under way. Returns null if the database did not answer. */
  check(): Promise<Found | null> {
    const type = this.#type;
    if (!type) return Promise.resolve(null);
    const began = performance.now();
    if (this.#check && began - this.#check.began < abandonedMilliseconds) return this.#check.result;
    const result = this.#look(type).catch((error: unknown) => {
      this.#log.debug({ err: error }, 'the database could not be checked');
      return null;
    });
    const check = { began, result };
    this.#check = check;
    void result.then((found) => {
      if (this.#check !== check) return;
      this.#check = null;
      if (found) this.#role = found.role;
    });
    return result;
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await sleep(beatMilliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.report();
    }
  }

  #note({ wrong }: Found): void {
    // Other writers have been seen twice already.
    const lasting = wrong.filter((setup) => this.#suspected.includes(setup) || setup === 'several-writers');
    for (const reason of lasting.filter((setup) => !this.#lasting.includes(setup)))
      this.#log.error({ reason }, `The database is set up wrongly: ${wrongSetups[reason]}`);
    for (const reason of this.#lasting.filter((setup) => !lasting.includes(setup)))
      this.#log.info({ reason }, 'the database is set up rightly again');
    this.#suspected = wrong;
    this.#lasting = lasting;
  }

  #noteReplica(): void {
    const reason = this.#database.replicaFailure;
    if (reason === this.#replicaFailure) return;
    this.#replicaFailure = reason;
    if (reason) this.#log.warn({ reason }, 'the replica is not used');
    else this.#log.info('the replica is used again');
  }

  async #look(type: ServerType): Promise<Found> {
    const { background } = this.#database;
    let facts = await readFacts(background.rows, type);
    if (facts.role !== 'primary') {
      // A balancer may lead new connections to the primary, while old ones stay with a server that was demoted.
      this.#database.renew();
      facts = await readFacts(background.rows, type);
    }
    const wrong = setupsOf(facts);
    if (facts.role === 'primary') wrong.push(...(await this.#findServers(type)));
    return { role: roleOf(facts), wrong: wrong.filter((setup) => !this.#allowed.includes(setup)) };
  }

  async #findServers(type: ServerType): Promise<WrongSetup[]> {
    const { background } = this.#database;
    const heartbeats = await background.transaction(async (transaction) => {
      await beat(transaction, this.#processId, type);
      return listHeartbeats(transaction, type);
    });
    if (heartbeats.some(isOldHeartbeat)) await removeOldHeartbeats(background);
    const written = heartbeats.find(({ processId }) => processId === this.#processId)?.server ?? null;
    if (written !== this.#server && this.#server !== null) this.#database.renew();
    this.#server = written;
    const [read] = await this.#database.rows<{ server: string }>(`SELECT ${identityOf[type]} AS server`);
    const isWrittenElsewhere = this.#others.note(heartbeats) === 'certain';
    return [
      ...(read?.server === written ? [] : ['several-servers' as const]),
      ...(isWrittenElsewhere ? ['several-writers' as const] : []),
    ];
  }
}

/** Returns null for the embedded database. */
export function serverTypeOf({ dataSource }: Database): ServerType | null {
  const { type } = dataSource.options;
  return type === 'mysql' || type === 'mariadb' ? type : null;
}

function roleOf({ kind, role, members }: ServerFacts): DatabaseRole {
  return members === undefined ? { kind, role } : { kind, role, members };
}
