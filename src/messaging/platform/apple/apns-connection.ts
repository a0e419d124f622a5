import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { retryAfterOf } from '../../../kernel/leased-queue/backoff.ts';
import { maxInformations, type Outbound } from '../../../kernel/outbound/outbound.ts';
import { jsonObjectIn } from '../../../kernel/values/json-object.ts';

const connectMilliseconds = 10_000;
const answerMilliseconds = 10_000;
const maxStreams = 500;
const longestAnswer = 4096;

export interface ApnsSettings {
  host: string;
  port: number;
  certificate: string;
  key: string;
  topic: string;
}

export class ApnsConnection {
  readonly #session: ClientHttp2Session;
  readonly #topic: string;
  readonly #changed: () => void;
  /** The reason that Apple gave for the end of the connection. */
  #end: ApnsVerdict | null = null;
  #error: Error | null = null;
  #underWay = 0;

  private constructor(session: ClientHttp2Session, topic: string, changed: () => void) {
    this.#session = session;
    this.#topic = topic;
    this.#changed = changed;
    session.on('remoteSettings', changed);
    session.on('goaway', (_code, _last, data) => {
      this.#end = verdictOfGoaway(Buffer.from(data ?? []).toString());
    });
    session.on('error', (error) => {
      this.#error = error;
    });
    session.on('close', changed);
  }

  /** Opens a connection. `changed` is called whenever there may be more room. */
  static async open(settings: ApnsSettings, outbound: Outbound, changed: () => void): Promise<ApnsConnection> {
    const { host, port, certificate, key, topic } = settings;
    const tls = { cert: certificate, key, protocol: 'h2' };
    const socket = await outbound.connect({ host, port, tls, timeoutMilliseconds: connectMilliseconds });
    const session = connect(`https://${host}:${port}`, { createConnection: () => socket });
    await accepted(session);
    return new ApnsConnection(session, topic, changed);
  }

  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  get room(): number {
    const { maxConcurrentStreams = maxStreams } = this.#session.remoteSettings;
    return this.isOpen ? Math.min(maxConcurrentStreams, maxStreams) - this.#underWay : 0;
  }

  /** Notifies a device. Never rejects. */
  async notify(token: string): Promise<ApnsVerdict> {
    this.#underWay += 1;
    try {
      return verdictOf(await this.#answerTo(token));
    } catch (error) {
      return this.#end ?? verdictOfFailure(this.#error ?? (error as Error), () => 'The connection to Apple was lost.');
    } finally {
      this.#underWay -= 1;
      this.#changed();
    }
  }

  close(): void {
    if (this.isOpen) this.#session.close();
  }

  async #answerTo(token: string): Promise<ApnsAnswer> {
    const stream = this.#session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/3/device/${encodeURIComponent(token)}`,
      'apns-topic': this.#topic,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      // Apple keeps a notification for a day if the device cannot be reached.
      'apns-expiration': String(Math.ceil(Date.now() / 1000) + 24 * 3600),
    });
    stream.setTimeout(answerMilliseconds, () => {
      stream.close(constants.NGHTTP2_CANCEL);
      this.close();
    });
    stream.end('{}');
    return readAnswer(stream);
  }
}

/** Waits for Apple's settings: in TLS 1.3, a client learns only after the handshake that it is refused. */
async function accepted(session: ClientHttp2Session): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => session.destroy(), connectMilliseconds);
  session.once('remoteSettings', () => resolve());
  session.on('error', reject);
  session.once('close', () => reject(new Error('no response')));
  await promise.finally(() => clearTimeout(timer));
}

function readAnswer(stream: ClientHttp2Stream): Promise<ApnsAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ApnsAnswer>();
  const answer: ApnsAnswer = { status: 0, retryAfter: undefined, body: '' };
  stream.setEncoding('utf8');
  stream.on('response', (headers) => {
    answer.status = Number(headers[':status']);
    answer.retryAfter = headers['retry-after'];
  });
  let informations = 0;
  stream.on('headers', () => {
    informations += 1;
    if (informations > maxInformations) stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.on('data', (text: string) => {
    answer.body += text;
    if (answer.body.length > longestAnswer) stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.on('error', reject);
  stream.on('close', () => (answer.status === 0 ? reject(new Error('no response')) : resolve(answer)));
  return promise;
}

export type ApnsVerdict =
  | { outcome: 'NOTIFIED' }
  /** The token is no longer valid. `since` is when Apple noticed it, or null if unknown. */
  | { outcome: 'GONE'; since: Date | null }
  /** The notification was not sent. A retry may succeed. */
  | { outcome: 'DEFERRED'; reason: string; retryAfter: Date | null }
  /** The notification was not sent because of the certificate, so all devices are affected. */
  | { outcome: 'MISCONFIGURED'; reason: string };

interface ApnsAnswer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/** The reasons of a 400 that concern the certificate, and not the device. */
const ofCertificate = new Set([
  'BadCertificate',
  'BadCertificateEnvironment',
  'BadTopic',
  'MissingTopic',
  'TopicDisallowed',
]);

/**
 * The reasons that concern the token. Any phone may register any token. The topic always matches the certificate, so a
 * token for another topic is bad.
 */
const ofToken = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'MissingDeviceToken']);

function verdictOf({ status, retryAfter, body }: ApnsAnswer): ApnsVerdict {
  if (status === 200) return { outcome: 'NOTIFIED' };
  const { reason, timestamp } = reasonIn(body);
  if (status === 410) return { outcome: 'GONE', since: timestamp === null ? null : new Date(timestamp) };
  if (status === 400 && ofToken.has(reason)) return { outcome: 'GONE', since: null };
  if (status === 403 || ofCertificate.has(reason)) return misconfigured(reason || String(status));
  const text = `Apple responded with ${status}${reason && ` (${reason})`}.`;
  return { outcome: 'DEFERRED', reason: text, retryAfter: retryAfterOf(retryAfter, new Date()) };
}

function verdictOfGoaway(data: string): ApnsVerdict | null {
  const { reason } = reasonIn(data);
  return ofCertificate.has(reason) ? misconfigured(reason) : null;
}

const certificateAlert = /ALERT_(\w*CERTIFICATE\w*|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR)$/;

export function verdictOfFailure(error: Error & { code?: string }, describe: (error: Error) => string): ApnsVerdict {
  const alert = certificateAlert.exec(error.code ?? '')?.[1];
  if (alert) return misconfigured(alert.toLowerCase().replaceAll('_', ' '));
  return { outcome: 'DEFERRED', reason: describe(error), retryAfter: null };
}

/** Whether the device is gone. If it registered again after its token became invalid, it has the pass again. */
export function isGone(verdict: ApnsVerdict, registeredAt: Date): boolean {
  return verdict.outcome === 'GONE' && (verdict.since === null || verdict.since > registeredAt);
}

function misconfigured(reason: string): ApnsVerdict {
  return { outcome: 'MISCONFIGURED', reason: `Apple did not accept the certificate of the passes (${reason}).` };
}

/** Reads the reason. `timestamp` is the number of milliseconds since 1970. */
function reasonIn(body: string): { reason: string; timestamp: number | null } {
  const { reason, timestamp } = jsonObjectIn(body);
  return {
    reason: typeof reason === 'string' && /^\w{1,60}$/.test(reason) ? reason : '',
    timestamp: typeof timestamp === 'number' && Number.isSafeInteger(timestamp) ? timestamp : null,
  };
}
