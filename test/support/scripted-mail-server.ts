import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

type Command = 'MAIL' | 'RCPT' | 'DATA' | 'END';

/** What the server replies to a command, and to the end of a mail. It writes texts as they are; null closes the connection. */
export type Script = Record<Command, string | null>;

const polite: Script = {
  MAIL: '250 2.1.0 Ok\r\n',
  RCPT: '250 2.1.5 Ok\r\n',
  DATA: '354 Go on\r\n',
  END: '250 2.0.0 Ok: queued\r\n',
};

interface Options {
  script: Partial<Script>;
  /** Whether the server offers PIPELINING. */
  pipelining: boolean;
  /** Whether the server refuses commands that do not follow from accepted ones, as it should. */
  strict?: boolean;
}

/** A mail server that replies as a test says, also what no server should. */
export class ScriptedMailServer {
  /** The texts that the server received together, each without its last line break. */
  readonly chunks: string[] = [];
  /** The contents of mails for accepted recipients to whose end the server replied with 2xx. */
  readonly mails: string[] = [];
  script: Partial<Script>;
  connections = 0;
  readonly #options: Options;
  readonly #server: Server;

  private constructor(options: Options) {
    this.#options = options;
    this.script = options.script;
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#serve(socket);
    });
  }

  static async startForTest(options: Options): Promise<ScriptedMailServer> {
    const server = new ScriptedMailServer(options);
    await once(server.#server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.#server.close());
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #serve(socket: Socket): void {
    let rest = '';
    let content: string[] | null = null;
    let accepted: Command[] = [];
    const take = (line: string) => {
      if (content && line !== '.') content.push(line);
      else if (content) {
        if (this.#reply(socket, 'END') && accepted.includes('RCPT')) this.mails.push(content.join('\r\n'));
        [content, accepted] = [null, []];
      } else {
        const command = commandOf(line);
        if (line === 'RSET') accepted = [];
        if (!command) socket.write(this.#replyToOther(line));
        else if (!this.#isInOrder(command, accepted)) socket.write('503 5.5.1 bad sequence of commands\r\n');
        else if (this.#reply(socket, command)) accepted.push(command);
        if (accepted.includes('DATA')) content = [];
      }
    };
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      this.chunks.push(chunk.toString().trimEnd());
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
  }

  #replyToOther(line: string): string {
    if (!line.startsWith('EHLO')) return '250 2.0.0 Ok\r\n';
    return this.#options.pipelining
      ? '250-ready\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
      : '250-ready\r\n250 8BITMIME\r\n';
  }

  #isInOrder(command: Command, accepted: readonly Command[]): boolean {
    const before = command === 'DATA' ? 'RCPT' : command === 'RCPT' ? 'MAIL' : null;
    return !this.#options.strict || before === null || accepted.includes(before);
  }

  /** Returns whether the command is accepted. */
  #reply(socket: Socket, command: Command): boolean {
    const { [command]: reply = polite[command] } = this.script;
    if (reply === null) socket.destroy();
    else socket.write(reply, 'latin1');
    return /^[23]/.test(reply ?? '');
  }
}

function commandOf(line: string): Command | undefined {
  return (['MAIL', 'RCPT', 'DATA'] as const).find((command) => line.startsWith(command));
}
