export interface ServerProcess {
  Id: number;
  Command: string;
  Time: number;
  State: string | null;
}

/**
 * Reads the list with SHOW PROCESSLIST: MySQL cannot read `information_schema.processlist` while a statement contains
 * an emoji.
 */
export async function processOf(
  query: (sql: string) => Promise<ServerProcess[]>,
  connection: number,
): Promise<ServerProcess | undefined> {
  const processes = await query('SHOW PROCESSLIST');
  return processes.find(({ Id }) => Number(Id) === connection);
}
