import { createConnection, createServer } from 'mysql2';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/databases/kept-server.ts';

interface Column {
  name: string;
}

/** The side of the server of a connection. mysql2 has no types for it. */
interface PlayedConnection {
  /** The number of the next packet. mysql2 does not begin anew for each query. */
  sequenceId: number;
  serverHandshake(options: object): void;
  writeTextResult(rows: readonly object[], columns: readonly Column[]): void;
  writeOk(result?: object): void;
  writeError(error: { message: string; code: number }): void;
  on(event: 'query', play: (sql: string) => void): void;
  on(event: 'error', ignore: () => void): void;
}

/** Returns the address of a server that answers every query with a row, until the test ends. */
export async function playServer(row: Record<string, string>): Promise<string> {
  return listen((client) => {
    client.on('query', () => {
      const columns = Object.keys(row).map((name) => ({ ...textColumn, name }));
      client.writeTextResult([row], columns);
      client.sequenceId = 0;
    });
  });
}

/** Returns the address of a proxy that sends plain SELECT statements to another server, as usual rules of ProxySQL do. */
export async function startSplittingProxy(primary: string, replica: string): Promise<string> {
  return listen((client) => {
    const [writing, reading] = [primary, replica].map((url) =>
      createConnection({ uri: url.replace(/^mariadb:/, 'mysql:'), dateStrings: true }),
    );
    onTestFinished(() => {
      writing?.destroy();
      reading?.destroy();
    });
    client.on('query', (sql) => {
      const isRead = /^SELECT/i.test(sql) && !/FOR UPDATE$/i.test(sql);
      (isRead ? reading : writing)?.query(sql, (error, result, columns) => {
        if (error) client.writeError({ message: error.message, code: error.errno ?? 1105 });
        else if (Array.isArray(result)) client.writeTextResult(result, columns as unknown as Column[]);
        else client.writeOk(result);
        client.sequenceId = 0;
      });
    });
  });
}

/** A column of text in UTF-8. */
const textColumn = {
  catalog: 'def',
  schema: '',
  table: '',
  orgTable: '',
  orgName: '',
  characterSet: 45,
  columnLength: 255,
  columnType: 253,
  flags: 0,
  decimals: 0,
};

async function listen(play: (client: PlayedConnection) => void): Promise<string> {
  const port = await freePort();
  const server = createServer((connection) => {
    const client = connection as unknown as PlayedConnection;
    client.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.11',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0xfff7ff, // without TLS
      authCallback: (_: unknown, done: (error: null) => void) => {
        done(null);
        client.sequenceId = 0;
      },
    });
    client.on('error', () => undefined);
    play(client);
  });
  server.listen(port);
  onTestFinished(() => server.close(() => undefined));
  return `mysql://root@127.0.0.1:${port}`;
}
