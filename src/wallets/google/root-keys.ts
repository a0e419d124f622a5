import type { Outbound } from '../../kernel/outbound/outbound.ts';
import { publicKey, type RootKey } from './callback.ts';

const googlesKeys = 'https://pay.google.com/gp/m/issuer/keys';
const keptMilliseconds = 24 * 3600 * 1000;
/** The shortest time between two fetches, because anybody can send callbacks. */
const restMilliseconds = 60_000;

interface Listed {
  keyValue?: unknown;
  keyExpiration?: unknown;
  protocolVersion?: unknown;
}

export class RootKeys {
  readonly #outbound: Outbound;
  readonly #address: string;
  #keys: readonly RootKey[] = [];
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #fetching: Promise<void> | null = null;

  constructor(outbound: Outbound, address = googlesKeys) {
    this.#outbound = outbound;
    this.#address = address;
  }

  /**
   * Calls `verify` with the keys. Calls it again with newly fetched keys if it returned null, because Google may have
   * changed them.
   */
  async verifiedBy<Verified>(verify: (keys: readonly RootKey[]) => Verified | null): Promise<Verified | null> {
    if (Date.now() - this.#fetchedAt > keptMilliseconds) await this.#refresh();
    const verified = verify(this.#keys);
    if (verified !== null || !(await this.#refresh())) return verified;
    return verify(this.#keys);
  }

  /** Returns whether the keys are new. After a failure, the known keys stay. */
  async #refresh(): Promise<boolean> {
    const before = this.#fetchedAt;
    if (!this.#fetching && Date.now() - this.#triedAt > restMilliseconds) {
      this.#triedAt = Date.now();
      this.#fetching = this.#fetch().finally(() => {
        this.#fetching = null;
      });
    }
    await this.#fetching?.catch(() => undefined);
    return this.#fetchedAt !== before;
  }

  async #fetch(): Promise<void> {
    const { status, body } = await this.#outbound.get(this.#address, { accept: 'application/json' });
    if (status !== 200) return;
    const { keys } = JSON.parse(body) as { keys?: Listed[] };
    this.#keys = (keys ?? []).flatMap(keyOf);
    this.#fetchedAt = Date.now();
  }
}

function keyOf({ keyValue, keyExpiration, protocolVersion }: Listed): RootKey[] {
  const key = protocolVersion === 'ECv2SigningOnly' ? publicKey(String(keyValue)) : null;
  const expiresAt = new Date(Number(keyExpiration));
  return key && !Number.isNaN(expiresAt.getTime()) ? [{ key, expiresAt }] : [];
}
