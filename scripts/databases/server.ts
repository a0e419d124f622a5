import { createConnection, type RowDataPacket } from 'mysql2/promise';

export const engines = ['mysql', 'mariadb'] as const;
export type Engine = (typeof engines)[number];

export const engineNames: Record<Engine, string> = { mysql: 'MySQL', mariadb: 'MariaDB' };

export interface DatabaseServer {
  engine: Engine;
  version: string;
  /** The source of the server, as shown to users. */
  origin: string;
  url: string;
  stop(): Promise<void>;
  /** Stops the server, waits for `whileDown`, and starts it again on the same port with the same data. */
  restart(whileDown?: () => Promise<void>): Promise<void>;
  /** Suspends the server, as a machine without memory or a frozen disk does, waits for the work, and resumes it. */
  whileSuspended(work: () => Promise<void>): Promise<void>;
}

export async function askVersion(url: string): Promise<Pick<DatabaseServer, 'engine' | 'version'>> {
  // mysql2 interprets the scheme itself and supports only this one.
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  try {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
    return readVersion(String(rows[0]?.version));
  } finally {
    await connection.end();
  }
}

/** Parses the version that a server or its program reports, such as "mysqld  Ver 10.11.6-MariaDB for debian-linux-gnu". */
export function readVersion(text: string): Pick<DatabaseServer, 'engine' | 'version'> {
  const version = /\d+\.\d+\.\d+/.exec(text)?.[0];
  if (!version) throw new Error(`no version in "${text.trim()}"`);
  return { engine: text.includes('MariaDB') ? 'mariadb' : 'mysql', version };
}
