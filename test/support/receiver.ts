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

/** The response of a receiver: a status, or a function that writes the response. */
export type Answer = number | ((response: ServerResponse, received: Received, receiver: Receiver) => void);

/**
 * A webhook receiver, as a customer would write it. The receiver verifies each webhook with the `standardwebhooks`
 * library and with `x-hmac`. If the verification fails, it responds with 401. Otherwise, it records the webhook.
 */
export class Receiver {
  readonly received: Received[] = [];
  /** The errors of failed verifications. */
  readonly refused: string[] = [];
  /** The current secret of the endpoint. */
  secret = '';
  /** The key of `x-hmac`, if it is not the secret of the endpoint. */
  hmacSecret: string | null = null;
  /** The responses, in order. The last one also applies to all further requests. */
  answers: Answer[] = [200];
  underWay = 0;
  maxUnderWay = 0;
  url = '';
  connections = 0;
  readonly #server: Server;

  private constructor(tls?: { key: string; cert: string }) {
    const listener: RequestListener = async (request, response) => {
      this.underWay += 1;
      this.maxUnderWay = Math.max(this.maxUnderWay, this.underWay);
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

  /** The ids of the events in the order of their first arrival. */
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
      // Older receivers compute it over the text of the parsed body.
      const text = JSON.stringify(JSON.parse(body));
      const right = createHmac('sha256', this.hmacSecret ?? this.secret)
        .update(text)
        .digest('hex');
      if (![headers['x-hmac'], headers['x-hmac-previous']].includes(right)) throw new Error('x-hmac is wrong');
      return true;
    } catch (error) {
      this.refused.push(String(error));
      return false;
    }
  }
}
