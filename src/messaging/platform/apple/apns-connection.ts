import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { mostInformations, type Outbound } from '../../../kernel/outbound/outbound.ts';
import { type ApnsAnswer, type ApnsVerdict, verdictOf, verdictOfFailure, verdictOfGoaway } from './apns-verdict.ts';

const connectMilliseconds = 10_000;
const answerMilliseconds = 10_000;
const mostStreams = 500;
const longestAnswer = 4096;

export interface ApnsSettings {
  host: string;
  port: number;
  /** PEM. */
  certificate: string;
  /** PEM. */
  key: string;
  /** The pass type identifier. */
  topic: string;
}

export class ApnsConnection {
  readonly #session: ClientHttp2Session;
  readonly #topic: string;
  readonly #changed: () => void;
  /** Why the connection ended, if Apple said so. */
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

  /** Connects with the certificate. `changed` is called whenever there may be more room. */
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
    const { maxConcurrentStreams = mostStreams } = this.#session.remoteSettings;
    return this.isOpen ? Math.min(maxConcurrentStreams, mostStreams) - this.#underWay : 0;
  }

  /** Tells a device that its passes have changed. Never rejects. */
  async tell(token: string): Promise<ApnsVerdict> {
    this.#underWay += 1;
    try {
      return verdictOf(await this.#answerTo(token));
    } catch (error) {
      return this.#end ?? verdictOfFailure(this.#error ?? (error as Error), describeLoss);
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
      // Apple keeps the notification for a day if the device is not reachable.
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

/** Waits for the first frame from Apple. In TLS 1.3, a client learns only after the handshake that it is refused. */
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
    if (informations > mostInformations) stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.on('data', (text: string) => {
    answer.body += text;
    if (answer.body.length > longestAnswer) stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.on('error', reject);
  stream.on('close', () => (answer.status === 0 ? reject(new Error('no response')) : resolve(answer)));
  return promise;
}

function describeLoss(): string {
  return 'The connection to Apple was lost.';
}
