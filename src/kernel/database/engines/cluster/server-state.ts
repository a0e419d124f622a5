import type { Value } from '../../statement.ts';
import type { WrongSetup } from './wrong-setup.ts';

export type ServerType = 'mysql' | 'mariadb';

export type Ask = <Row>(sql: string, parameters?: Value[]) => Promise<Row[]>;

export interface DatabaseRole {
  kind: 'embedded' | 'server' | 'galera' | 'group';
  /** `no-quorum`: the server has lost contact with most of its cluster. */
  role: 'primary' | 'read-only' | 'no-quorum';
  /** The size of the cluster. Absent if the database user has no permission to read it. */
  members?: number;
}

export interface ServerState extends DatabaseRole {
  isMultiPrimary: boolean;
}

/** Expressions that differ for any two servers, even for copies and for servers on one machine. */
export const identityOf: Record<ServerType, string> = {
  mysql: `LEFT(CONCAT_WS(' ', @@server_uuid, @@hostname, @@port), 255)`,
  mariadb: `LEFT(CONCAT_WS(' ', @@hostname, @@port, @@server_id, @@datadir), 255)`,
};

/** Returns the type of the server, or the reason why it is not supported. */
export async function findServerType(ask: Ask): Promise<ServerType | (WrongSetup & ('tidb' | 'vitess'))> {
  const [row] = await ask<{ version: string; comment: string }>(
    'SELECT VERSION() AS version, @@version_comment AS comment',
  );
  const described = `${row?.version} ${row?.comment}`;
  if (/tidb/i.test(described)) return 'tidb';
  if (/vitess|planetscale/i.test(described)) return 'vitess';
  return /mariadb/i.test(described) ? 'mariadb' : 'mysql';
}

export async function readServerState(ask: Ask): Promise<ServerState> {
  const { variables, status } = await readSettings(ask);
  const isOn = (name: string) => !['OFF', '0', ''].includes(variables.get(name) ?? 'OFF');
  const isReadOnly = ['read_only', 'super_read_only', 'innodb_read_only'].some(isOn);
  const role = isReadOnly ? 'read-only' : 'primary';
  if (isOn('wsrep_on') && (variables.get('wsrep_provider') ?? 'none') !== 'none') {
    const isMember = status.get('wsrep_ready') === 'ON' && status.get('wsrep_cluster_status') === 'Primary';
    const members = Number(status.get('wsrep_cluster_size'));
    return { kind: 'galera', role: isMember ? role : 'no-quorum', members, isMultiPrimary: false };
  }
  if (!variables.get('group_replication_group_name')) return { kind: 'server', role, isMultiPrimary: false };
  const isMultiPrimary = !isOn('group_replication_single_primary_mode');
  const group = await readGroup(ask);
  if (!group) return { kind: 'group', role, isMultiPrimary };
  if (group.own === null || group.own === 'OFFLINE') return { kind: 'server', role, isMultiPrimary: false };
  const hasQuorum = group.unreachable * 2 < group.members;
  return { kind: 'group', role: hasQuorum ? role : 'no-quorum', members: group.members, isMultiPrimary };
}

async function readSettings(ask: Ask) {
  const named = async (what: 'VARIABLES' | 'STATUS', names: readonly string[]) => {
    const list = names.map((name) => `'${name}'`).join();
    const sql = `SHOW GLOBAL ${what} WHERE Variable_name IN (${list})`;
    const rows = await ask<{ Variable_name: string; Value: string }>(sql);
    return new Map(rows.map(({ Variable_name: name, Value: value }) => [name.toLowerCase(), value]));
  };
  return { variables: await named('VARIABLES', variableNames), status: await named('STATUS', statusNames) };
}

const variableNames = [
  'read_only',
  'super_read_only',
  'innodb_read_only',
  'wsrep_on',
  'wsrep_provider',
  'group_replication_group_name',
  'group_replication_single_primary_mode',
];

const statusNames = ['wsrep_ready', 'wsrep_cluster_status', 'wsrep_cluster_size'];

async function readGroup(ask: Ask): Promise<{ members: number; unreachable: number; own: string | null } | null> {
  const sql =
    'SELECT MEMBER_STATE AS state, MEMBER_ID = @@server_uuid AS isOwn FROM performance_schema.replication_group_members';
  const rows = await unlessDenied(ask<{ state: string; isOwn: number }>(sql));
  return (
    rows && {
      members: rows.length,
      unreachable: rows.filter(({ state }) => state === 'UNREACHABLE').length,
      own: rows.find(({ isOwn }) => Number(isOwn) === 1)?.state ?? null,
    }
  );
}

function unlessDenied<Rows>(reading: Promise<Rows>): Promise<Rows | null> {
  return reading.catch((error: { code?: unknown }) => {
    if (error.code === 'ER_TABLEACCESS_DENIED_ERROR') return null;
    throw error;
  });
}
