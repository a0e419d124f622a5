import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of any shape
  payload: any;
  at: number;
}

/** What a receiver answers: a status, or whatever it does with the response. */
export type Answer = number | ((response: ServerResponse, received: Received, receiver: Receiver) => void);

/**
 * A program of a customer that receives webhooks. It checks every one of them with the `standardwebhooks` library and with
 * `x-hmac`, answers 401 to one that it does not believe, and remembers the others.
 */
export class Receiver {
  readonly received: Received[] = [];
  /** What it did not believe. */
  readonly refused: string[] = [];
  /** The secret that it was given last. */
  secret = '';
  /** What it answers, one after another; the last for good. */
  answers: Answer[] = [200];
  underWay = 0;
  mostUnderWay = 0;
  url = '';
  connections = 0;
  readonly #server: Server;

  private constructor(tls?: { key: string; cert: string }) {
    const listener: RequestListener = async (request, response) => {
      this.underWay += 1;
      this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
      response.on('close', () => {
        this.underWay -= 1;
      });
      const body = await text(request);
      const received = { headers: request.headers, body, payload: JSON.parse(body), at: Date.now() };
      if (!this.#believes(received)) response.writeHead(401).end();
      else this.#answer(response, received);
    };
    this.#server = tls ? createSecureServer(tls, listener) : createServer(listener);
    this.#server.on('connection', () => {
      this.connections += 1;
    });
  }

  /** Listens on a free port until the test ends. */
  static async start(tls?: { key: string; cert: string }): Promise<Receiver> {
    const receiver = new Receiver(tls);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    const { port } = receiver.#server.address() as AddressInfo;
    receiver.url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`;
    onTestFinished(() => receiver.stop());
    return receiver;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The ids of the events in the order in which they came first. */
  get ids(): string[] {
    return [...new Set(this.received.map(({ headers }) => String(headers['webhook-id'])))];
  }

  #answer(response: ServerResponse, received: Received): void {
    this.received.push(received);
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (typeof answer === 'function') answer(response, received, this);
    else response.writeHead(answer ?? 200).end();
  }

  #believes({ headers, body }: Received): boolean {
    try {
      new Webhook(this.secret).verify(body, headers as Record<string, string>);
      const right = createHmac('sha256', this.secret).update(body).digest('hex');
      if (![headers['x-hmac'], headers['x-hmac-previous']].includes(right)) throw new Error('x-hmac is wrong');
      return true;
    } catch (error) {
      this.refused.push(String(error));
      return false;
    }
  }
}
