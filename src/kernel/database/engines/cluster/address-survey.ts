import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import { createConnection } from 'mysql2/promise';
import { dialects } from '../../dialect.ts';
import { isDeparture } from '../../failures.ts';
import { type Ask, findServerType, identityOf, readFacts, type ServerType, setupsOf } from './server-facts.ts';
import { allowableSetups, type WrongSetup } from './wrong-setup.ts';

/** Held at the same time, so that an address that deals connections to several servers shows them. */
const connectionsHeld = 6;

/** A planned switch or a failover looks wrong for a moment. */
const rounds = 3;
const pauseMilliseconds = 1000;

const silenceMilliseconds = 5000;

/** Returns the first wrong set-up behind the address of a server that is not allowed, or null. */
export async function findWrongSetup(url: string, allowed: readonly WrongSetup[]): Promise<WrongSetup | null> {
  for (let round = 1; ; round += 1) {
    const found = await survey(url.replace(/^mariadb:/, 'mysql:'));
    const wrong = found.find((setup) => !allowed.includes(setup)) ?? null;
    if (!wrong || wrong === 'tidb' || wrong === 'vitess' || round === rounds) return wrong;
    await sleep(pauseMilliseconds);
  }
}

async function survey(uri: string): Promise<WrongSetup[]> {
  const opening = Array.from({ length: connectionsHeld }, () =>
    createConnection({ uri, connectTimeout: silenceMilliseconds }),
  );
  const opened = await Promise.allSettled(opening);
  const connections = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const [first] = connections;
  // Without the others, for example because of a limit of the server, the survey only sees less.
  if (!first) throw (opened[0] as PromiseRejectedResult).reason;
  try {
    const found = await inspect(first, connections);
    for (const connection of connections) void connection.end().catch(() => undefined);
    return found;
  } catch (error) {
    for (const connection of connections) connection.destroy();
    // Galera's answer to all statements outside of a cluster.
    if ((error as { code?: unknown }).code === 'ER_UNKNOWN_COM_ERROR') return ['no-quorum'];
    throw error;
  }
}

async function inspect(first: Connection, connections: Connection[]): Promise<WrongSetup[]> {
  const type = await findServerType(asking(first));
  if (type === 'tidb' || type === 'vitess') return [type];
  const found = new Set<WrongSetup>();
  const places = await Promise.all(
    connections.map((connection) =>
      findPlaces(connection, type, async () => {
        if (connection !== first) return;
        for (const setup of setupsOf(await readFacts(asking(first), type))) found.add(setup);
        if (await isRefusingWrites(first)) found.add('read-only');
      }),
    ),
  );
  if (places.some(({ read, written }) => read.some((place) => place !== written))) found.add('splitting-proxy');
  else if (new Set(places.map(({ written }) => written)).size > 1) found.add('several-servers');
  return allowableSetups.concat('no-quorum').filter((setup) => found.has(setup));
}

interface Places {
  /** The servers that answer reads outside and within a transaction. */
  read: string[];
  /** The server that answers a locking read, which every proxy takes for a write. */
  written: string;
}

/** Finds out which servers execute the statements of a connection. `within` runs in the transaction. */
async function findPlaces(connection: Connection, type: ServerType, within: () => Promise<void>): Promise<Places> {
  const ask = asking(connection);
  const place = async (ending = '') => {
    const [row] = await ask<{ place: string }>(`SELECT ${identityOf[type]} AS place ${ending}`);
    return row?.place ?? '';
  };
  const outside = await place();
  await ask('START TRANSACTION');
  const written = await place(`FROM DUAL ${dialects.mysql.forUpdate}`);
  const inside = await place();
  await within();
  await ask('ROLLBACK');
  return { read: [outside, inside], written };
}

/** Writes nothing. Before the first migration, there is no table, and only the settings of the server tell. */
async function isRefusingWrites(connection: Connection): Promise<boolean> {
  try {
    await connection.query({ sql: `UPDATE sequences SET value = value WHERE name = ''`, timeout: silenceMilliseconds });
    return false;
  } catch (error) {
    return isDeparture(error);
  }
}

function asking(connection: Connection): Ask {
  return async (sql) => {
    const [rows] = await connection.query({ sql, timeout: silenceMilliseconds });
    return rows as never[];
  };
}
