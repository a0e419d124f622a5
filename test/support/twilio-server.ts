import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { randomCode } from '../../src/kernel/values/random-ids.ts';
import { twilioSignature } from '../../src/messaging/platform/twilio/twilio-hooks.ts';

/** An SMS that the server accepted. */
export interface TakenSms {
  sid: string;
  to: string;
  body: string;
  from: string | null;
  messagingServiceSid: string | null;
  statusCallback: string;
  at: number;
}

/** The reaction of the server to a message to a number: a response, or no response. */
export type TwilioBehaviour =
  | { status: number; code?: number; message?: string; retryAfter?: string; text?: string }
  | { does: 'close' | 'hang' | 'take and close' };

/** A server with the REST API of Twilio, which records accepted messages and sends callbacks. */
export class TwilioServer {
  readonly accountSid = `AC${randomCode(32)}`;
  readonly authToken = randomCode(32);
  readonly messages: TakenSms[] = [];
  /** By phone number. */
  readonly behaves = new Map<string, TwilioBehaviour>();
  requests = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      this.requests += 1;
      const body = await text(request);
      const account = `/2010-04-01/Accounts/${this.accountSid}`;
      if (request.headers.authorization !== this.#credentials)
        return answer(response, 401, { code: 20003, message: 'Authenticate' });
      if (request.method === 'GET' && request.url === `${account}.json`)
        return answer(response, 200, { status: 'active' });
      if (request.method !== 'POST' || request.url !== `${account}/Messages.json`)
        return answer(response, 404, { code: 20404, message: 'The requested resource was not found' });
      this.#take(response, new URLSearchParams(body));
    });
  }

  /** Listens on a free port. */
  static async start(): Promise<TwilioServer> {
    const server = new TwilioServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  static async startForTest(): Promise<TwilioServer> {
    const server = await TwilioServer.start();
    onTestFinished(() => server.stop());
    return server;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of an integration with this server. */
  get settings() {
    return { baseUrl: this.url, accountSid: this.accountSid, authToken: this.authToken, from: '+15005550006' };
  }

  /** Posts the status of a message to its callback URL, as Twilio does. For `host`, see `call`. */
  report(message: TakenSms, status: string, more: Record<string, string> = {}, host?: string): Promise<Response> {
    const fields = {
      MessageSid: message.sid,
      MessageStatus: status,
      To: message.to,
      AccountSid: this.accountSid,
      ...more,
    };
    return this.call(message.statusCallback, fields, host);
  }

  /** Posts a reply from a phone number. */
  reply(inboundUrl: string, from: string, body: string, host?: string): Promise<Response> {
    return this.call(
      inboundUrl,
      { MessageSid: `SM${randomCode(32)}`, From: from, To: '+15005550006', Body: body },
      host,
    );
  }

  /** Posts fields, signed for a public URL. With `host`, posts them to that host instead, as a proxy does. */
  call(address: string, fields: Record<string, string>, host?: string): Promise<Response> {
    const body = new URLSearchParams(fields);
    const signature = twilioSignature(this.authToken, address, body);
    const { pathname, search } = new URL(address);
    return fetch(host ? host + pathname + search : address, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': signature },
      body,
    });
  }

  get #credentials(): string {
    return `Basic ${Buffer.from(`${this.accountSid}:${this.authToken}`).toString('base64')}`;
  }

  #take(response: ServerResponse, fields: URLSearchParams): void {
    const to = fields.get('To') ?? '';
    const behaviour = this.behaves.get(to);
    if (behaviour && 'status' in behaviour) {
      const { status, code, message, retryAfter, text } = behaviour;
      if (retryAfter) response.setHeader('Retry-After', retryAfter);
      answer(response, status, text ?? { code, message, status });
      return;
    }
    if (behaviour?.does === 'hang') return;
    if (behaviour?.does === 'close') {
      response.socket?.destroy();
      return;
    }
    const sid = `SM${randomCode(32)}`;
    const [body, statusCallback] = [fields.get('Body') ?? '', fields.get('StatusCallback') ?? ''];
    const [from, messagingServiceSid] = [fields.get('From'), fields.get('MessagingServiceSid')];
    this.messages.push({ sid, to, body, from, messagingServiceSid, statusCallback, at: Date.now() });
    if (behaviour) response.socket?.destroy();
    else answer(response, 201, { sid, status: 'queued', to, error_code: null });
  }
}

function answer(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
