import { readFileSync } from 'node:fs';
import { type BenchServer, statement } from './database.ts';

/** What the servers of a bench have used since they started. */
export interface ServerCosts {
  /** CPU time of all servers in microseconds. NaN if they do not run on this machine. */
  cpu: number;
  /** Bytes of the redo log of the server that is written. */
  redo: number;
  /** Bytes that it sent to the others of its cluster, or wrote into its binary log. NaN if it has none. */
  replicated: number;
}

export async function serverCosts(databases: BenchServer): Promise<ServerCosts> {
  const cpu = await Promise.all(databases.nodes.map(cpuOf));
  return {
    cpu: cpu.reduce((sum, value) => sum + value, 0),
    redo: await status(databases.url, 'Innodb_os_log_written'),
    replicated: (await status(databases.url, 'wsrep_replicated_bytes')) || (await binaryLog(databases.url)),
  };
}

/** Returns the costs of what happened between two measurements, for each of `count`. */
export function costsOfEach(before: ServerCosts, after: ServerCosts, count: number): ServerCosts {
  return {
    cpu: (after.cpu - before.cpu) / count,
    redo: (after.redo - before.redo) / count,
    replicated: (after.replicated - before.replicated) / count,
  };
}

const ticksPerSecond = 100;

/** Returns the CPU time of the process that the server says it is, in microseconds. */
async function cpuOf(url: string): Promise<number> {
  const [row] = await statement(url, 'SELECT @@pid_file AS file');
  try {
    const stat = readFileSync(`/proc/${readFileSync(String(row?.file), 'utf8').trim()}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
  } catch {
    return Number.NaN;
  }
}

async function status(url: string, name: string): Promise<number> {
  const [row] = await statement(url, `SHOW GLOBAL STATUS LIKE '${name}'`);
  return Number(row?.Value ?? 0);
}

async function binaryLog(url: string): Promise<number> {
  const [on] = await statement(url, 'SELECT @@log_bin AS log');
  if (!on?.log) return Number.NaN;
  const files = await statement(url, 'SHOW BINARY LOGS');
  return files.reduce((sum, file) => sum + Number(file.File_size), 0);
}
