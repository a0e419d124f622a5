export interface ServerProcess {
  Id: number;
  /** `Sleep` between two statements. */
  Command: string;
  /** For how many seconds the command has lasted. */
  Time: number;
  State: string | null;
}

/**
 * Returns what a server does for a connection; undefined if there is no such connection. MySQL refuses to read
 * `information_schema.processlist` while a statement of any connection contains an emoji, and some servers do not fill
 * `performance_schema`.
 */
export async function processOf(
  query: (sql: string) => Promise<ServerProcess[]>,
  connection: number,
): Promise<ServerProcess | undefined> {
  const processes = await query('SHOW PROCESSLIST');
  return processes.find(({ Id }) => Number(Id) === connection);
}
