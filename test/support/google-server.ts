import { generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const account = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A class, or an object, with the messages on it. */
export interface Kept {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into resources of any shape
  [field: string]: any;
  messages?: {
    id: string;
    header: string;
    body: string;
    messageType: string;
    displayInterval?: { end: { date: string } };
  }[];
}

/** A call of the API that had an access token. */
export interface Called {
  method: string;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any;
  at: number;
}

/** The reaction to a call, instead of that of Google. */
export interface GoogleBehaviour {
  status: number;
  error?: object;
  retryAfter?: string;
  times?: number;
}

const notificationsADay = 3;
const maxMessages = 10;

/**
 * Google's Wallet API with its token endpoint, and the source of callbacks. It accepts only assertions that the service
 * account has signed, and limits notifications as Google does.
 */
export class GoogleServer {
  readonly issuerId = '3388000000012345678';
  readonly email = 'wallet@tests.iam.gserviceaccount.com';
  /** By resource and id, such as `offerObject/…`. */
  readonly kept = new Map<string, Kept>();
  readonly calls: Called[] = [];
  /** By the path below the version, such as `offerObject/…`. `token` stands for the token endpoint. */
  readonly behaves = new Map<string, GoogleBehaviour>();
  /** The number of tokens that were handed out. */
  tokens = 0;
  tokenSeconds = 3599;
  /** Whether calls take effect, and get no answer. */
  holdAnswers = false;
  rootKeyFetches = 0;
  readonly #server: Server;
  readonly #valid = new Set<string>();
  #root = signingKey();
  #intermediate = signingKey();

  private constructor() {
    this.#server = createServer(async (request, response) => this.#serve(request, response, await text(request)));
  }

  /** Listens on a free port. */
  static async start(): Promise<GoogleServer> {
    const server = new GoogleServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  static async startForTest(): Promise<GoogleServer> {
    const server = await GoogleServer.start();
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

  get keysUrl(): string {
    return `${this.url}/keys`;
  }

  /** The JSON file of the service account. */
  get serviceAccount(): string {
    return JSON.stringify({
      type: 'service_account',
      client_email: this.email,
      private_key: account.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      private_key_id: 'k1',
      token_uri: `${this.url}/token`,
    });
  }

  /** The access token that was handed out last. */
  get accessToken(): string {
    return [...this.#valid].at(-1) ?? '';
  }

  /** Ends the validity of all tokens. */
  revokeTokens(): void {
    this.#valid.clear();
  }

  /** Replaces the keys that sign callbacks. */
  rotateKeys(): void {
    this.#root = signingKey();
    this.#intermediate = signingKey();
  }

  /** Saves the objects of a link, as somebody with a phone does. Returns the objects. Throws if the link is not valid. */
  save(link: string): Kept[] {
    const token = link.replace('https://pay.google.com/gp/v/save/', '');
    const claims = claimsIn(token);
    if (claims.aud !== 'google' || claims.typ !== 'savetowallet' || claims.iss !== this.email)
      throw new Error('not a link to save');
    const { offerObjects = [], loyaltyObjects = [] } = claims.payload as Record<string, Kept[]>;
    for (const [resource, objects] of Object.entries({ offer: offerObjects, loyalty: loyaltyObjects }))
      for (const object of objects) {
        if (object.classId && !this.kept.has(`${resource}Class/${object.classId}`)) throw new Error('no such class');
        const known = this.kept.get(`${resource}Object/${object.id}`);
        if (!known && !object.classId) throw new Error('no such object');
        this.kept.set(`${resource}Object/${object.id}`, known ?? object);
      }
    return [...offerObjects, ...loyaltyObjects];
  }

  /** Returns the body of a callback, signed as Google does. */
  callback(
    report: { classId: string; objectId: string; eventType: 'save' | 'del'; expTimeMillis?: number; nonce?: string },
    { sender = 'GooglePayPasses', recipient = this.issuerId, keyExpiration = Date.now() + 3_600_000 } = {},
  ) {
    const protocol = 'ECv2SigningOnly';
    const keyText = JSON.stringify({ keyValue: publicText(this.#intermediate), keyExpiration: String(keyExpiration) });
    const message = JSON.stringify({ expTimeMillis: Date.now() + 600_000, count: 1, nonce: randomUUID(), ...report });
    return {
      signature: signedBy(this.#intermediate, sender, recipient, protocol, message),
      intermediateSigningKey: { signedKey: keyText, signatures: [signedBy(this.#root, sender, protocol, keyText)] },
      protocolVersion: protocol,
      signedMessage: message,
    };
  }

  #serve(request: IncomingMessage, response: ServerResponse, body: string): ServerResponse {
    if (request.url === '/keys') return this.#listKeys(response);
    const path = (request.url ?? '').replace('/walletobjects/v1/', '').replace(/^\/token$/, 'token');
    const behaviour = this.behaves.get(path);
    if (behaviour) {
      if (behaviour.times !== undefined && --behaviour.times <= 0) this.behaves.delete(path);
      if (behaviour.retryAfter) response.setHeader('Retry-After', behaviour.retryAfter);
      return answer(response, behaviour.status, { error: behaviour.error ?? { message: 'as told' } });
    }
    if (path === 'token') return this.#handOut(response, new URLSearchParams(body));
    if (!this.#valid.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return refuse(response, 401, 'authError', 'Invalid Credentials');
    const call = { method: request.method ?? '', path, body: body ? JSON.parse(body) : null, at: Date.now() };
    this.calls.push(call);
    if (this.holdAnswers) return this.#answer(new ServerResponse(request), call);
    return this.#answer(response, call);
  }

  #listKeys(response: ServerResponse): ServerResponse {
    this.rootKeyFetches += 1;
    const key = {
      keyValue: publicText(this.#root),
      keyExpiration: '4102444800000',
      protocolVersion: 'ECv2SigningOnly',
    };
    return answer(response, 200, { keys: [{ ...key, protocolVersion: 'ECv1' }, key] });
  }

  /** Exchanges an assertion for an access token. */
  #handOut(response: ServerResponse, form: URLSearchParams): ServerResponse {
    const failed = (what: string) => answer(response, 400, { error: 'invalid_grant', error_description: what });
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return failed('Bad grant type');
    const claims = claimsIn(form.get('assertion') ?? '');
    const at = Date.now() / 1000;
    if (claims.iss !== this.email || claims.aud !== `${this.url}/token`) return failed('Invalid issuer or audience');
    if (!(claims.iat <= at + 10 && claims.exp > at && claims.exp - claims.iat <= 3600)) return failed('Invalid time');
    if (claims.scope !== 'https://www.googleapis.com/auth/wallet_object.issuer') return failed('Invalid scope');
    this.tokens += 1;
    const token = `token-${randomUUID()}`;
    this.#valid.add(token);
    return answer(response, 200, { access_token: token, expires_in: this.tokenSeconds, token_type: 'Bearer' });
  }

  #answer(response: ServerResponse, { method, path, body }: Called): ServerResponse {
    const [resource = '', id = '', action] = path.split('/').map(decodeURIComponent);
    if (resource === 'issuer')
      return id === this.issuerId ? answer(response, 200, { issuerId: id }) : refuse(response, 404, 'notFound', id);
    if (method === 'POST' && !id) return this.#insert(response, resource, body);
    const known = this.kept.get(`${resource}/${id}`);
    if (!known) return refuse(response, 404, 'resourceNotFound', `Resource ${id} not found.`);
    if (action === 'addMessage') return addMessage(response, known, body.message);
    if (method !== 'PATCH') return refuse(response, 405, 'methodNotAllowed', method);
    Object.assign(known, body);
    return answer(response, 200, known);
  }

  #insert(response: ServerResponse, resource: string, body: Kept): ServerResponse {
    const key = `${resource}/${body.id}`;
    if (!String(body.id).startsWith(`${this.issuerId}.`)) return refuse(response, 403, 'forbidden', 'Not your issuer');
    if (this.kept.has(key)) return refuse(response, 409, 'existingResource', 'Already exists');
    this.kept.set(key, body);
    return answer(response, 200, body);
  }
}

const notified = new WeakMap<Kept, number>();

function addMessage(
  response: ServerResponse,
  known: Kept,
  message: NonNullable<Kept['messages']>[number],
): ServerResponse {
  known.messages ??= [];
  if (known.messages.length >= maxMessages) return refuse(response, 400, 'invalid', 'Too many messages');
  const before = notified.get(known) ?? 0;
  const notifies = message.messageType === 'TEXT_AND_NOTIFY';
  if (notifies && before >= notificationsADay)
    return refuse(response, 403, 'quotaExceeded', 'Quota exceeded for issuer when adding TEXT_AND_NOTIFY');
  if (notifies) notified.set(known, before + 1);
  known.messages.push(message);
  return answer(response, 200, { resource: known });
}

function refuse(response: ServerResponse, code: number, reason: string, message: string): ServerResponse {
  return answer(response, code, { error: { code, message, errors: [{ domain: 'walletobjects', reason, message }] } });
}

function answer(response: ServerResponse, status: number, body: object): ServerResponse {
  return response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns the claims of a token that the service account has signed, otherwise none. */
// biome-ignore lint/suspicious/noExplicitAny: claims have any shape
function claimsIn(token: string): Record<string, any> {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify('sha256', signed, account.publicKey, Buffer.from(signature, 'base64url'))) return {};
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

function signingKey(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function publicText({ publicKey }: { publicKey: KeyObject }): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

function signedBy({ privateKey }: { privateKey: KeyObject }, ...parts: string[]): string {
  const lengths = parts.map((part) => Buffer.from(Uint32Array.of(Buffer.byteLength(part)).buffer));
  const bytes = parts.flatMap((part, index) => [lengths[index] as Buffer, Buffer.from(part)]);
  return sign('sha256', Buffer.concat(bytes), privateKey).toString('base64');
}
