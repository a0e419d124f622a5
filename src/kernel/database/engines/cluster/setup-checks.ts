import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';
import { dialects } from '../../dialect.ts';
import { isDeparture } from '../../failures.ts';
import type { Value } from '../../statement.ts';
import {
  beat,
  findWritersElsewhere,
  listHeartbeats,
  livingSeconds,
  removeOldHeartbeats,
  type WritersElsewhere,
} from './process-heartbeat.ts';
import {
  type Ask,
  type DatabaseRole,
  findServerType,
  identityOf,
  readServerState,
  type ServerType,
} from './server-state.ts';
import { type WrongSetup, wrongSetups } from './wrong-setup.ts';

/** How many connections are open at the same time. This detects an address that leads to several servers. */
const connectionsHeld = 6;

/**
 * The number of times that a fault must be seen. During a planned switch or a failover, the setup looks wrong for a
 * moment.
 */
const rounds = 3;
const pauseMilliseconds = 1000;

const silenceMilliseconds = 5000;

export interface Survey {
  role: DatabaseRole;
  server: string | null;
  wrong: WrongSetup[];
  elsewhere: WritersElsewhere;
}

export async function findWrongSetup(url: string, allowed: readonly WrongSetup[]): Promise<WrongSetup | null> {
  let former: Survey | null = null;
  for (let round = 1; ; round += 1) {
    const survey: Survey = await surveyDatabase(url, former);
    const wrong = survey.wrong.find((setup) => !allowed.includes(setup)) ?? null;
    if (wrong === 'tidb' || wrong === 'vitess' || (wrong && round >= rounds)) return wrong;
    const isDoubtful = survey.elsewhere.size > 0 && !allowed.includes('several-writers');
    // With a fast clock, a dead process would seem to live for a long time.
    if (!wrong && (!isDoubtful || round > livingSeconds)) return null;
    former = survey;
    await sleep(pauseMilliseconds);
  }
}

export async function surveyDatabase(url: string, former: Survey | null, processId?: string): Promise<Survey> {
  const connections = await openAtOnce(url.replace(/^mariadb:/, 'mysql:'));
  try {
    const survey = await check(connections.map(asking), former, processId);
    for (const connection of connections) void connection.end().catch(() => undefined);
    return survey;
  } catch (error) {
    for (const connection of connections) connection.destroy();
    if ((error as { code?: unknown }).code !== 'ER_UNKNOWN_COM_ERROR') throw error;
    return { ...nothing, role: { kind: 'galera', role: 'no-quorum' }, wrong: ['no-quorum'] };
  }
}

const nothing = { server: null, elsewhere: new Map<string, string>() };

async function openAtOnce(uri: string): Promise<Connection[]> {
  const opening = Array.from({ length: connectionsHeld }, () =>
    createConnection({ uri, connectTimeout: silenceMilliseconds }),
  );
  const opened = await Promise.allSettled(opening);
  const connections = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  // Fewer connections only make the survey less complete.
  if (connections.length === 0) throw (opened[0] as PromiseRejectedResult).reason;
  return connections;
}

function asking(connection: Connection): Ask {
  return async <Row>(sql: string, parameters?: Value[]) => {
    const [rows]: unknown[] = await connection.query({ sql, timeout: silenceMilliseconds }, parameters);
    return rows as Row[];
  };
}

async function check(asks: Ask[], former: Survey | null, processId?: string): Promise<Survey> {
  const [ask] = asks as [Ask];
  const type = await findServerType(ask);
  if (type === 'tidb' || type === 'vitess')
    return { ...nothing, role: { kind: 'server', role: 'primary' }, wrong: [type] };
  const places = await Promise.all(asks.map((each) => findPlaces(each, type)));
  const { isMultiPrimary, ...role } = await checkServer(ask);
  const { elsewhere, isCertain } =
    role.role === 'primary' ? await checkWriters(ask, type, former, processId) : { ...nothing, isCertain: false };
  const isSplit = places.some(({ read, written }) => read.some((place) => place !== written));
  const found: Partial<Record<WrongSetup, boolean>> = {
    'splitting-proxy': isSplit,
    'several-servers': !isSplit && new Set(places.map(({ written }) => written)).size > 1,
    'several-writers': isCertain,
    'multi-primary': isMultiPrimary,
    [role.role]: true,
  };
  const wrong = (Object.keys(wrongSetups) as WrongSetup[]).filter((setup) => found[setup]);
  return { role, server: places[0]?.written ?? null, wrong, elsewhere };
}

interface Places {
  read: string[];
  /** The server that a write reaches. Proxies treat a locking read as a write. */
  written: string;
}

async function findPlaces(ask: Ask, type: ServerType): Promise<Places> {
  const place = async (ending = '') => {
    const [row] = await ask<{ place: string }>(`SELECT ${identityOf[type]} AS place ${ending}`);
    return row?.place ?? '';
  };
  const outside = await place();
  await ask('START TRANSACTION');
  const written = await place(`FROM DUAL ${dialects.mysql.forUpdate}`);
  const inside = await place();
  await ask('ROLLBACK');
  return { read: [outside, inside], written };
}

async function checkServer(ask: Ask): Promise<DatabaseRole & { isMultiPrimary: boolean }> {
  await ask('START TRANSACTION');
  const facts = await readServerState(ask);
  const isRefusing = facts.role === 'primary' && (await isRefusingWrites(ask));
  await ask('ROLLBACK');
  return isRefusing ? { ...facts, role: 'read-only' } : facts;
}

/** Changes nothing. There is no table before the first migration, so then only the settings count. */
async function isRefusingWrites(ask: Ask): Promise<boolean> {
  try {
    await ask(`UPDATE sequences SET value = value WHERE name = ''`);
    return false;
  } catch (error) {
    return isDeparture(error);
  }
}

async function checkWriters(ask: Ask, type: ServerType, former: Survey | null, processId?: string) {
  await ask('START TRANSACTION');
  if (processId) await beat(ask, processId, type);
  const heartbeats = await listHeartbeats({ rows: ask }, type).catch((error: { code?: unknown }) => {
    if (error.code === 'ER_NO_SUCH_TABLE') return []; // The first migration has not run.
    throw error;
  });
  await ask('COMMIT');
  if (processId) await removeOldHeartbeats(ask, heartbeats);
  return findWritersElsewhere(heartbeats, former?.elsewhere ?? nothing.elsewhere);
}
