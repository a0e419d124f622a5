import { column, type Stored, table } from '../../columns.ts';
import type { Connection, Database } from '../../database.ts';
import { dialects } from '../../dialect.ts';
import { deleteRows } from '../../rows.ts';
import { type Ask, identityOf, type ServerType } from './server-state.ts';

export const processHeartbeats = table({
  name: 'ProcessHeartbeat',
  tableName: 'process_heartbeats',
  columns: {
    processId: column.key(column.text(36)),
    server: column.text(255),
    beatAt: column.instant,
  },
  indices: [{ name: 'process_heartbeats_beat', columns: ['beatAt'] }],
});

export interface Heartbeat extends Stored<typeof processHeartbeats> {
  age: number;
  here: string;
}

/** A process whose last heartbeat is older than this is dead, or cut off from its server. */
export const livingSeconds = 20;

const keptSeconds = 600;

const maxRows = 1000;

export async function beat(ask: Ask, processId: string, type: ServerType): Promise<void> {
  await ask(
    `INSERT INTO process_heartbeats (process_id, server, beat_at) VALUES (?, ${identityOf[type]}, UTC_TIMESTAMP(3))
     ${dialects.mysql.overwrite('process_id', 'server', 'beat_at')}`,
    [processId],
  );
}

export function listHeartbeats({ rows }: Pick<Connection, 'rows'>, type: ServerType): Promise<Heartbeat[]> {
  return rows(
    `SELECT process_id AS processId, server, CAST(beat_at AS CHAR(23)) AS beatAt,
       TIMESTAMPDIFF(SECOND, beat_at, UTC_TIMESTAMP(3)) AS age, ${identityOf[type]} AS here
     FROM process_heartbeats ORDER BY beat_at DESC LIMIT ${maxRows}`,
  );
}

export async function removeOldHeartbeats(ask: Ask, heartbeats: readonly Heartbeat[]): Promise<void> {
  if (!heartbeats.some(({ age }) => age > keptSeconds)) return;
  await ask(`DELETE FROM process_heartbeats WHERE beat_at < UTC_TIMESTAMP(3) - INTERVAL ${keptSeconds} SECOND`);
}

export type WritersElsewhere = ReadonlyMap<string, string>;

/** After a switch, all processes have old heartbeats on the previous server. Only new heartbeats prove anything. */
export function findWritersElsewhere(
  heartbeats: readonly Heartbeat[],
  former: WritersElsewhere,
): { elsewhere: WritersElsewhere; isCertain: boolean } {
  const living = heartbeats.filter(({ server, here, age }) => server !== here && age < livingSeconds);
  const seen = living.map(({ processId, server, here, beatAt }) => {
    const place = `${processId} ${server} ${here}`;
    return { place, first: former.get(place) ?? beatAt, last: beatAt };
  });
  return {
    elsewhere: new Map(seen.map(({ place, first }) => [place, first])),
    isCertain: seen.some(({ first, last }) => last > first),
  };
}

export async function removeHeartbeat(database: Database, processId: string): Promise<void> {
  await database.transaction((transaction) => deleteRows(transaction, processHeartbeats, { processId }));
}
