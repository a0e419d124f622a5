import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fillDataDirectory } from '../data-directory.ts';
import type { Engine } from '../server.ts';
import { unpackedProgram } from '../unpacked-program.ts';
import { ClusterNode } from './node.ts';

/** A writer, and a server that applies the writer's changes a moment later. */
export interface Replication {
  writer: ClusterNode;
  replica: ClusterNode;
  /** Makes the replica apply nothing. It goes on to receive. */
  pause(): Promise<void>;
  /** Makes the replica apply what it has received, and go on. */
  proceed(): Promise<void>;
  stop(): Promise<void>;
}

const dialects = {
  mysql: {
    options: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--mysqlx=OFF'],
    follow: (port: number) => `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${port},
      SOURCE_USER = 'root', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1`,
    replica: 'REPLICA',
    readOnly: 'SET GLOBAL super_read_only = ON',
  },
  mariadb: {
    options: ['--gtid-strict-mode=ON'],
    follow: (port: number) => `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port},
      MASTER_USER = 'root', MASTER_PASSWORD = '', MASTER_USE_GTID = slave_pos`,
    replica: 'SLAVE',
    readOnly: 'SET GLOBAL read_only = ON',
  },
};

/** Starts two servers, of which the second one replicates the first one asynchronously. */
export async function startReplication(engine: Engine): Promise<Replication> {
  const program = await unpackedProgram(engine);
  const { options, follow, replica: word, readOnly } = dialects[engine];
  const make = () =>
    ClusterNode.make(program, async (data) => {
      await fillDataDirectory(program, data);
      await rm(join(data, 'auto.cnf'), { force: true }); // each server makes an id of its own
    });
  const [writer, replica] = await Promise.all([make(), make()]);
  const stop = async () => void (await Promise.all([writer.stop(), replica.stop()]));
  try {
    const starts = [writer, replica].map((node, index) =>
      node.start([`--server-id=${index + 1}`, '--log-bin=binlog', '--sync-binlog=0', ...options], 'SELECT 1'),
    );
    await Promise.all(starts);
    for (const statement of [follow(writer.port), `START ${word}`, readOnly]) await replica.query(statement);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...{ writer, replica, stop },
    pause: async () => void (await replica.query(`STOP ${word} SQL_THREAD`)),
    proceed: async () => void (await replica.query(`START ${word} SQL_THREAD`)),
  };
}
