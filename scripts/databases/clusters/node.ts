import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { locations } from '../data-directory.ts';
import { freePort, startKeeper, stopKeeper } from '../kept-server.ts';
import type { Program } from '../program.ts';

/** Seconds that a node may take to start and to join, also on a busy machine. */
const secondsToJoin = 120;

/** Small: three nodes run beside the tests. */
const settings = ['--max-connections=300', '--innodb-buffer-pool-size=64M', '--innodb-flush-log-at-trx-commit=1'];

export class ClusterNode {
  readonly port: number;
  readonly url: string;
  readonly directory: string;
  /** The command without the options of the cluster. */
  readonly command: readonly string[];
  #keeper: ChildProcess | undefined;

  private constructor(program: Program, port: number, directory: string) {
    this.port = port;
    this.url = `mysql://root@127.0.0.1:${port}`;
    this.directory = directory;
    const data = this.data;
    const own = ['--bind-address=127.0.0.1', `--port=${port}`, `--pid-file=${data}.pid`, `--tmpdir=${directory}`];
    this.command = [...program.command, ...locations(program.home, data), ...own, ...settings];
  }

  /** Makes a node with a directory of its own, which is deleted when this process ends. */
  static async make(program: Program, fill: (data: string) => Promise<void>): Promise<ClusterNode> {
    const node = new ClusterNode(program, await freePort(), await mkdtemp(join(tmpdir(), 'cluster-')));
    await fill(node.data);
    return node;
  }

  get data(): string {
    return join(this.directory, 'data');
  }

  /** Starts the server with the options of the cluster, and waits until the answer to a query is 1. */
  async start(options: readonly string[], until: string): Promise<void> {
    const command = [...this.command, ...options];
    if (this.#keeper) this.#keeper.send({ start: command });
    else this.#keeper = startKeeper({ directory: this.directory, command });
    await this.until(until);
  }

  async until(query: string): Promise<void> {
    for (const deadline = Date.now() + secondsToJoin * 1000; Date.now() < deadline; await sleep(50))
      if (await this.says(query).catch(() => false)) return;
    throw new Error(`a node did not join: ${this.lastLines()}`);
  }

  /** Returns whether the answer to a query is 1. */
  async says(query: string): Promise<boolean> {
    const [row] = await this.query(query);
    return Number(Object.values(row ?? {})[0]) === 1;
  }

  async query(statement: string): Promise<RowDataPacket[]> {
    const connection = await createConnection({ uri: this.url, connectTimeout: 1000 });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(statement);
      return rows;
    } finally {
      await connection.end();
    }
  }

  kill(): Promise<unknown> {
    return this.#order('kill');
  }

  suspend(): Promise<unknown> {
    return this.#order('suspend');
  }

  resume(): Promise<unknown> {
    return this.#order('resume');
  }

  async stop(): Promise<void> {
    if (this.#keeper) await stopKeeper(this.#keeper);
  }

  /** The end of the log of the server. */
  lastLines(): string {
    const lines = readFileSync(join(this.directory, 'log'), 'utf8').split('\n');
    // The checks of the proxy are too many to show.
    return lines
      .filter((line) => !line.includes('Aborted connection'))
      .slice(-20)
      .join('\n');
  }

  async #order(order: string): Promise<unknown> {
    const keeper = this.#keeper;
    if (!keeper) throw new Error('the node has not started');
    keeper.send(order);
    return once(keeper, 'message');
  }
}
