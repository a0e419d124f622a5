import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../cache.ts';
import { fillDataDirectory } from '../data-directory.ts';
import { unpackDebianPackage } from '../debian-packages.ts';
import { freePort } from '../kept-server.ts';
import type { Program } from '../program.ts';
import { unpackedProgram } from '../unpacked-program.ts';
import type { Cluster } from './cluster.ts';
import { ClusterNode } from './node.ts';
import { startProxy } from './proxy.ts';

const status = (name: string) =>
  `(SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = '${name}')`;
/** A node that has all writes of a cluster with a quorum, and takes part in it. */
const synced = `SELECT ${status('WSREP_READY')} = 'ON' AND ${status('WSREP_CLUSTER_STATUS')} = 'Primary'
  AND ${status('WSREP_LOCAL_STATE')} = 4`;
/** A node that rejects queries since a switch still answers those about itself. */
const writable = `${synced} AND @@wsrep_reject_queries = 'NONE'`;

/** Starts three MariaDB servers as a cluster. All could be written, but the proxy leads to one of them. */
export async function startGalera(): Promise<Cluster> {
  const program = await galeraProgram();
  const nodes = await Promise.all(
    [1, 2, 3].map(() => ClusterNode.make(program, (data) => fillDataDirectory(program, data))),
  );
  const [addresses, transfers] = [await freeAddresses(), await freeAddresses()];
  const options = (node: ClusterNode) => optionsOf(nodes.indexOf(node), addresses, transfers);
  const start = (node: ClusterNode, more: string[] = []) => node.start([...options(node), ...more], synced);
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    for (const [index, node] of nodes.entries()) await start(node, index === 0 ? ['--wsrep-new-cluster'] : []);
    const proxy = await startProxy(nodes, { writable, closing: true });
    return {
      kind: 'galera',
      engine: 'mariadb',
      version: program.version,
      origin: `cluster of ${nodes.length}, ${program.command.at(-1)}`,
      url: `mariadb://root@127.0.0.1:${proxy.port}`,
      nodes,
      writer: proxy.writer,
      switchTo: async (node) => {
        const former = await proxy.writer();
        await node.query('SET GLOBAL wsrep_reject_queries = NONE');
        proxy.moveTo(node);
        await former.query('SET GLOBAL wsrep_reject_queries = ALL');
      },
      rejoin: async (node) => start(node, [`--wsrep-start-position=${await positionOf(node, options(node))}`]),
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

/** Returns the program with the libraries of Galera. */
async function galeraProgram(): Promise<Program> {
  const program = await unpackedProgram('mariadb');
  if (!existsSync(galera)) await unpackDebianPackage('bookworm', 'galera-4', galera);
  const libraries = ['lib', 'usr/lib'].map((path) => join(galera, path, 'x86_64-linux-gnu')).join(':');
  const [linker = '', option = '', own, ...rest] = program.command;
  // The server finds the script of a state transfer by the path.
  const path = ['env', `PATH=${import.meta.dirname}:${process.env.PATH}`];
  return { ...program, command: [...path, linker, option, `${own}:${libraries}`, ...rest] };
}

const galera = join(cacheDirectory, 'galera');

function optionsOf(index: number, addresses: readonly string[], transfers: readonly string[]): string[] {
  const providerOptions = [
    `gmcast.listen_addr=tcp://${addresses[index]}`,
    `ist.recv_addr=${transfers[index]}`,
    'gcache.size=64M',
    // 5 and 15 seconds by default: how long a node that is silent stays a member.
    'evs.suspect_timeout=PT3S',
    'evs.inactive_timeout=PT6S',
  ];
  return [
    '--wsrep-on=ON',
    `--wsrep-provider=${join(galera, 'usr/lib/galera/libgalera_smm.so')}`,
    '--wsrep-cluster-name=tests',
    `--wsrep-cluster-address=gcomm://${addresses}`,
    `--wsrep-node-name=node${index + 1}`,
    `--wsrep-node-address=${addresses[index]}`,
    `--wsrep-provider-options=${providerOptions.join(';')}`,
    '--wsrep-auto-increment-control=OFF',
    '--wsrep-slave-threads=2',
    '--wsrep-sst-method=copy',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
  ];
}

async function freeAddresses(): Promise<string[]> {
  return Promise.all([1, 2, 3].map(async () => `127.0.0.1:${await freePort()}`));
}

/** Returns how far a node got before it was killed, as the service unit of MariaDB finds it. */
async function positionOf(node: ClusterNode, options: readonly string[]): Promise<string> {
  const [file = '', ...given] = [...node.command, ...options, '--wsrep-recover', '--disable-log-error'];
  const { stderr } = await promisify(execFile)(file, given, { maxBuffer: 1e7 });
  const position = /Recovered position:?\s*(\S+)/.exec(stderr)?.[1];
  if (!position) throw new Error(`the position of a node could not be found: ${stderr}`);
  return position;
}
