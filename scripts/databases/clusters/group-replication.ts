import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fillDataDirectory } from '../data-directory.ts';
import { freePort } from '../kept-server.ts';
import type { Program } from '../program.ts';
import { unpackedProgram } from '../unpacked-program.ts';
import type { Cluster } from './cluster.ts';
import { ClusterNode } from './node.ts';
import { startProxy } from './proxy.ts';

const member = `SELECT COUNT(*) FROM performance_schema.replication_group_members
  WHERE MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE'`;
const writable = `SELECT NOT @@super_read_only AND (${member} AND MEMBER_ROLE = 'PRIMARY')`;

/** Starts three MySQL servers as a group with one primary. */
export async function startGroupReplication(): Promise<Cluster> {
  const program = await unpackedProgram('mysql');
  const nodes = await Promise.all([1, 2, 3].map(() => ClusterNode.make(program, (data) => fillNode(program, data))));
  const addresses = await Promise.all(nodes.map(async () => `127.0.0.1:${await freePort()}`));
  const group = crypto.randomUUID();
  const start = async (node: ClusterNode, begin: string[]) => {
    await node.start(optionsOf(nodes.indexOf(node), addresses, group, node.port), 'SELECT 1');
    for (const statement of begin) await node.query(statement);
    await node.until(member);
  };
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    const [first, ...others] = nodes as [ClusterNode, ...ClusterNode[]];
    await start(first, [
      'SET GLOBAL group_replication_bootstrap_group = ON',
      ...joining,
      'SET GLOBAL group_replication_bootstrap_group = OFF',
    ]);
    for (const node of others) await start(node, joining);
    const proxy = await startProxy(nodes, { writable, closing: false });
    return {
      kind: 'group-replication',
      engine: 'mysql',
      version: program.version,
      origin: `group of ${nodes.length}, ${program.command.at(-1)}`,
      url: `mysql://root@127.0.0.1:${proxy.port}`,
      nodes,
      writer: proxy.writer,
      switchTo: async (node) => {
        const [row] = await node.query('SELECT @@server_uuid AS id');
        await node.query(`SELECT group_replication_set_as_primary('${row?.id}')`);
      },
      rejoin: (node) => start(node, joining),
      stop: () => {
        proxy.stop();
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A member that was away gets what it missed from another one, as this user. */
const joining = ["START GROUP_REPLICATION USER = 'root', PASSWORD = ''"];

async function fillNode(program: Program, data: string): Promise<void> {
  await fillDataDirectory(program, data);
  // Each server makes an id of its own.
  await rm(join(data, 'auto.cnf'));
}

function optionsOf(index: number, addresses: readonly string[], group: string, port: number): string[] {
  return [
    `--server-id=${index + 1}`,
    '--mysqlx=OFF',
    '--report-host=127.0.0.1',
    `--report-port=${port}`,
    '--gtid-mode=ON',
    '--enforce-gtid-consistency=ON',
    '--log-bin=binlog',
    '--binlog-row-image=MINIMAL',
    '--binlog-transaction-compression=ON',
    '--sync-binlog=0', // of tests: a killed process loses nothing, only a machine without power would
    '--plugin-load-add=group_replication.so',
    '--loose-group-replication-start-on-boot=OFF',
    `--loose-group-replication-group-name=${group}`,
    `--loose-group-replication-local-address=${addresses[index]}`,
    `--loose-group-replication-group-seeds=${addresses}`,
    '--loose-group-replication-ip-allowlist=127.0.0.1',
    '--loose-group-replication-recovery-get-public-key=ON',
    '--loose-group-replication-recovery-reconnect-interval=1',
    '--loose-group-replication-unreachable-majority-timeout=10',
  ];
}
