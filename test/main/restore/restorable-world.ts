import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished } from 'vitest';
import { type ClientPrograms, clientPrograms } from '../../../scripts/databases/client-programs.ts';
import { ClusterNode } from '../../../scripts/databases/clusters/node.ts';
import { fillDataDirectory } from '../../../scripts/databases/data-directory.ts';
import type { Engine } from '../../../scripts/databases/server.ts';
import { unpackedProgram } from '../../../scripts/databases/unpacked-program.ts';
import { type Ending, Program } from '../../support/processes.ts';

/** A database that a test backs up, loses and restores, with the commands of docs/operating.md. */
interface RestorableWorld {
  url: string;
  dataDirectory: string;
  /** Copies the database while it is used. */
  backUp(): Promise<void>;
  /** Notes the moment to which `restore` will go. On SQLite, that is the moment of the backup. */
  notePoint(): Promise<void>;
  /** Restores the noted moment. Returns the URL of the restored database and that of the lost one. */
  restore(): Promise<{ url: string; lost: string }>;
}

export async function makeWorld(engine: 'sqlite' | Engine): Promise<RestorableWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'restore-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return engine === 'sqlite' ? embeddedWorld(directory) : serverWorld(engine, directory);
}

export function cli(programArguments: string[], url: string, dataDirectory: string): Promise<Ending> {
  return new Program('cli.ts', programArguments, { DATABASE_URL: url, DATA_DIR: dataDirectory, LOG_LEVEL: 'error' })
    .ended;
}

async function embeddedWorld(directory: string): Promise<RestorableWorld> {
  const url = `sqlite:${join(directory, 'campaigns.sqlite')}`;
  const dataDirectory = join(directory, 'data');
  const copy = join(directory, 'backups', 'copy.sqlite');
  return {
    url,
    dataDirectory,
    backUp: async () => {
      const { code, output, errors } = await cli(['backup', '--to', copy], url, dataDirectory);
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(output).toContain('checked');
    },
    notePoint: async () => {},
    restore: async () => {
      const { code, output, errors } = await cli(['restore', '--from', copy], url, dataDirectory);
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      return { url, lost: /--lost (\S+)/.exec(output)?.[1] ?? '' };
    },
  };
}

const serverOptions = {
  mysql: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--mysqlx=OFF'],
  mariadb: [],
};

/** The options of docs/operating.md. */
const dumpOptions = {
  mysql: ['--source-data=2', '--set-gtid-purged=OFF', '--no-tablespaces'],
  mariadb: ['--master-data=2'],
};

const binlogOptions = { mysql: ['--skip-gtids'], mariadb: [] };

const statusOf = { mysql: 'SHOW BINARY LOG STATUS', mariadb: 'SHOW MASTER STATUS' };

const name = 'campaigns';

async function serverWorld(engine: Engine, directory: string): Promise<RestorableWorld> {
  const programs = await clientPrograms(engine);
  const lost = await startNode(engine, 1);
  const url = urlOf(engine, lost);
  const dump = join(directory, 'dump.sql');
  let point = { file: '', position: '' };
  return {
    url,
    dataDirectory: join(directory, 'data'),
    backUp: async () => {
      const options = ['--single-transaction', '--hex-blob', ...dumpOptions[engine]];
      await run([...programs.dump, ...connecting(lost), ...options, name], null, dump);
    },
    notePoint: async () => {
      const [status] = await lost.query(statusOf[engine]);
      point = { file: String(status?.File), position: String(status?.Position) };
    },
    restore: async () => {
      const node = await startNode(engine, 2);
      await run([...programs.client, ...connecting(node), name], dump, null);
      await replay(programs, engine, { lost, node, dump, point });
      return { url: urlOf(engine, node), lost: url };
    },
  };
}

function urlOf(engine: Engine, { port }: ClusterNode): string {
  return `${engine}://root@127.0.0.1:${port}/${name}`;
}

async function startNode(engine: Engine, id: number): Promise<ClusterNode> {
  const program = await unpackedProgram(engine);
  const node = await ClusterNode.make(program, async (data) => {
    await fillDataDirectory(program, data);
    await rm(join(data, 'auto.cnf'), { force: true });
  });
  onTestFinished(() => node.stop());
  await node.start([`--server-id=${id}`, '--log-bin=binlog', ...serverOptions[engine]], 'SELECT 1');
  await node.query(`CREATE DATABASE ${name}`);
  return node;
}

interface Replay {
  lost: ClusterNode;
  node: ClusterNode;
  dump: string;
  point: { file: string; position: string };
}

/** Replays the binary log of the lost server from the position of the dump to the noted one. */
async function replay(
  { binlog, client }: ClientPrograms,
  engine: Engine,
  { lost, node, dump, point }: Replay,
): Promise<void> {
  const found = /_LOG_FILE='([^']+)', (?:SOURCE|MASTER)_LOG_POS=(\d+)/.exec(await readFile(dump, 'utf8'));
  const [, file = '', position = ''] = found ?? [];
  expect(file, 'the log was not rotated during the test').toBe(point.file);
  const range = [`--start-position=${position}`, `--stop-position=${point.position}`];
  const statements = `${dump}.log`;
  await run([...binlog, '--no-defaults', ...binlogOptions[engine], ...range, join(lost.data, file)], null, statements);
  await run([...client, ...connecting(node), '--binary-mode', name], statements, null);
}

function connecting({ port }: ClusterNode): string[] {
  return ['--no-defaults', '--host=127.0.0.1', `--port=${port}`, '--user=root'];
}

async function run([file = '', ...options]: string[], input: string | null, output: string | null): Promise<void> {
  const child = spawn(file, options, { stdio: ['pipe', 'pipe', 'pipe'] });
  const fed = input ? pipeline(createReadStream(input), child.stdin) : Promise.resolve(child.stdin.end());
  const kept = output ? pipeline(child.stdout, createWriteStream(output)) : text(child.stdout);
  const [[code], errors] = await Promise.all([once(child, 'close'), text(child.stderr), fed.catch(() => {}), kept]);
  if (code !== 0) throw new Error(`${file} ${options.join(' ')}: ${errors}`);
}
