import type { Outbound } from '../../kernel/outbound/outbound.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type Integration, settingsOf } from '../../messaging/integration/integration.ts';
import type { AppleSettings } from '../../messaging/platform/apple/apple-certificate.ts';
import { type ApnsClient, openApns } from '../apns/apns-client.ts';
import type { ApnsVerdict } from '../apns/apns-verdict.ts';

export interface TellingDependencies {
  publicUrl: string;
  secrets: Secrets;
  outbound: Outbound;
  /** Default: the push service of Apple. */
  apns?: { host: string; port: number };
}

const mostKept = 200;

/** The connections of this process to Apple's push service, one client for each integration. */
export class AppleTellers {
  readonly #means: TellingDependencies;
  readonly #kept = new Map<string, { version: number; client: ApnsClient }>();

  constructor(means: TellingDependencies) {
    this.#means = means;
  }

  async tell(integration: Integration, pushToken: string): Promise<ApnsVerdict> {
    if (integration.provider !== 'APPLE') return { outcome: 'TOLD' };
    return this.#clientOf(integration).tell(pushToken);
  }

  close(): void {
    for (const { client } of this.#kept.values()) client.close();
    this.#kept.clear();
  }

  #clientOf(integration: Integration): ApnsClient {
    const { id, version } = integration;
    const known = this.#kept.get(id);
    if (known && known.version >= version) return known.client;
    known?.client.close();
    const client = this.#open(integration);
    this.#kept.delete(id);
    this.#kept.set(id, { version, client });
    this.#dropOldest();
    return client;
  }

  #open(integration: Integration): ApnsClient {
    const { secrets, outbound, apns } = this.#means;
    return openApns(settingsOf(integration, secrets) as AppleSettings, outbound, apns);
  }

  #dropOldest(): void {
    if (this.#kept.size <= mostKept) return;
    const [[id, { client }] = ['', { client: null }]] = this.#kept;
    client?.close();
    this.#kept.delete(id);
  }
}
