import { describeFailure } from '../../../kernel/outbound/failure-wording.ts';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';
import { ApnsConnection, type ApnsSettings, type ApnsVerdict, verdictOfFailure } from './apns-connection.ts';
import type { AppleSettings } from './apple-certificate.ts';

const applesHost = { host: 'api.push.apple.com', port: 443 };
const maxConnections = 2;
const idleMilliseconds = 60_000;
/** How long no further connection is opened after a failure, while another one is open. */
const restMilliseconds = 10_000;

interface Waiting {
  token: string;
  notified: PromiseWithResolvers<ApnsVerdict>;
}

export function openApns(
  { certificate, intermediate, privateKey: key, passType }: AppleSettings,
  outbound: Outbound,
  apns: Pick<ApnsSettings, 'host' | 'port'> = applesHost,
): ApnsClient {
  return new ApnsClient({ ...apns, certificate: `${certificate}\n${intermediate}`, key, topic: passType }, outbound);
}

/** Checks a certificate without notifying a device. Returns null if Apple accepts it. */
export async function problemOfCertificate(settings: AppleSettings, outbound: Outbound): Promise<string | null> {
  const client = openApns(settings, outbound);
  const problem = await client.check();
  client.close();
  return problem;
}

/** Notifies devices. All requests share a few connections, which open when needed and close when idle. */
export class ApnsClient {
  readonly #settings: ApnsSettings;
  readonly #outbound: Outbound;
  readonly #connections = new Set<ApnsConnection>();
  /** The devices that wait, in order. A device that is already waiting gets only one notification. */
  readonly #waiting = new Map<string, Waiting>();
  #opening = false;
  #restsUntil = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(settings: ApnsSettings, outbound: Outbound) {
    this.#settings = settings;
    this.#outbound = outbound;
  }

  /** Notifies a device. Never rejects. */
  notify(token: string): Promise<ApnsVerdict> {
    const waiting = this.#waiting.get(token) ?? { token, notified: Promise.withResolvers<ApnsVerdict>() };
    this.#waiting.set(token, waiting);
    this.#advance();
    return waiting.notified.promise;
  }

  /** Connects without notifying a device. Returns the reason for a failure, or null. */
  async check(): Promise<string | null> {
    const verdict = await this.notify(noDevice);
    return 'reason' in verdict ? verdict.reason : null;
  }

  close(): void {
    clearTimeout(this.#idleTimer);
    for (const connection of this.#connections) connection.close();
  }

  #advance(): void {
    for (const connection of this.#connections) {
      if (!connection.isOpen) this.#connections.delete(connection);
      for (const { token, notified } of this.#waiting.values()) {
        if (connection.room <= 0) break;
        this.#waiting.delete(token);
        void connection.notify(token).then(notified.resolve);
      }
    }
    if (this.#waiting.size > 0) this.#open();
    this.#idleTimer ??= setTimeout(() => this.close(), idleMilliseconds).unref();
    this.#idleTimer.refresh();
  }

  #open(): void {
    const { size } = this.#connections;
    if (this.#opening || size >= maxConnections || (size > 0 && Date.now() < this.#restsUntil)) return;
    this.#opening = true;
    ApnsConnection.open(this.#settings, this.#outbound, () => this.#advance())
      .then(
        (connection) => void this.#connections.add(connection),
        (error: Error) => this.#fail(verdictOfFailure(error, describeFailure)),
      )
      .finally(() => {
        this.#opening = false;
        this.#advance();
      });
  }

  /** Unless another connection is open, ends all waiting notifications with this verdict. */
  #fail(verdict: ApnsVerdict): void {
    this.#restsUntil = Date.now() + restMilliseconds;
    if (this.#connections.size > 0) return;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { notified } of waiting) notified.resolve(verdict);
  }
}

/** A token that belongs to no device. Apple checks the certificate before it looks at the token. */
const noDevice = '0'.repeat(64);
