import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database.ts';
import { type Heartbeat, listHeartbeats } from './process-heartbeat.ts';
import type { ServerType } from './server-facts.ts';

/** How often a process gives a sign of life. */
export const beatMilliseconds = 15_000;

/** A process without a sign of life for this long does not run any more, or cannot reach its server. */
const livingSeconds = 20;

const pauseMilliseconds = 1000;

/**
 * The processes that write on other servers. After a switch to another server, they have left signs of life on the former
 * one, so only those count that give another one there.
 */
export class OtherWriters {
  /** By process on another server: its sign of life when it was first seen there. */
  readonly #firstSeen = new Map<string, string>();

  /** Notes the signs of life. Returns whether there are any on other servers, and whether that is certain. */
  note(heartbeats: readonly Heartbeat[]): 'none' | 'possible' | 'certain' {
    const elsewhere = heartbeats.filter(({ server, here, age }) => server !== here && age < livingSeconds);
    const seen = new Set(elsewhere.map(placeOf));
    for (const place of this.#firstSeen.keys()) if (!seen.has(place)) this.#firstSeen.delete(place);
    let certain = false;
    for (const heartbeat of elsewhere) {
      const place = placeOf(heartbeat);
      const first = this.#firstSeen.get(place);
      if (first === undefined) this.#firstSeen.set(place, heartbeat.beatAt);
      else if (heartbeat.beatAt > first) certain = true;
    }
    if (certain) return 'certain';
    return elsewhere.length > 0 ? 'possible' : 'none';
  }
}

/** Returns whether other processes write on another server. In doubt, that takes some seconds. */
export async function hasOtherWriters(database: Database, type: ServerType): Promise<boolean> {
  const writers = new OtherWriters();
  const began = performance.now();
  for (;;) {
    const heartbeats = await listHeartbeats(database, type).catch((error: { code?: unknown }) => {
      if (error.code === 'ER_NO_SUCH_TABLE') return []; // before the first migration
      throw error;
    });
    const found = writers.note(heartbeats);
    if (found !== 'possible') return found === 'certain';
    // By a clock that is ahead, a dead process would seem to live for long.
    if (performance.now() - began > livingSeconds * 1000) return false;
    await sleep(pauseMilliseconds);
  }
}

/** A process on a server, as seen from a server. */
function placeOf({ processId, server, here }: Heartbeat): string {
  return `${processId} ${server} ${here}`;
}
