import { randomBytes } from 'node:crypto';
import { type ReadPass, readPass } from './pass-reader.ts';

interface DevicePass extends ReadPass {
  lastModified: string | null;
}

interface Field {
  key: string;
  value: string | number;
  changeMessage?: string;
  dateStyle?: string;
}

/** What iPhones were seen to do, beside what Apple documents. */
export const habits = [
  'as documented',
  'asks everything twice at once',
  'asks with HEAD before it fetches',
  'fetches in the opposite order',
  'forgets its tag',
  'keeps its first tag',
  'registers before each list',
] as const;

/** An iPhone with Apple Wallet, as the service sees it. It speaks the web service as iOS does. */
export class WalletDevice {
  readonly habit: (typeof habits)[number];
  readonly libraryId = randomBytes(16).toString('hex');
  readonly passes = new Map<string, DevicePass>();
  pushToken = randomBytes(32).toString('hex');
  tag: string | null = null;

  constructor(habit: WalletDevice['habit'] = 'as documented') {
    this.habit = habit;
  }

  /** Adds the pass at an address and registers for its changes. Returns its serial number. */
  async add(address: string): Promise<string> {
    const response = await fetch(address);
    if (response.headers.get('Content-Type') !== 'application/vnd.apple.pkpass')
      throw new Error(`${address} is no pass but ${response.status}`);
    const pass = await readPass(Buffer.from(await response.arrayBuffer()));
    const { serialNumber } = pass.json;
    this.passes.set(serialNumber, { ...pass, lastModified: null });
    await this.register(serialNumber);
    return serialNumber;
  }

  async register(serial: string): Promise<number> {
    const body = JSON.stringify({ pushToken: this.pushToken });
    return (await this.#call(serial, this.#registration(serial), { method: 'POST', body })).status;
  }

  /** Removes the pass from the device. */
  async remove(serial: string): Promise<number> {
    const { status } = await this.#call(serial, this.#registration(serial), { method: 'DELETE' });
    this.passes.delete(serial);
    return status;
  }

  /** Does what iOS does after a push: lists the changed passes and fetches them. Returns what the lock screen shows. */
  async wake(): Promise<string[]> {
    const { habit, tag } = this;
    if (habit === 'registers before each list') for (const serial of this.passes.keys()) await this.register(serial);
    const lists = await this.#ask(() => this.changed(habit === 'forgets its tag' ? null : tag));
    if (habit === 'keeps its first tag') this.tag = tag ?? this.tag;
    const serials = [...new Set(lists.flat())];
    if (habit === 'fetches in the opposite order') serials.reverse();
    const texts: string[] = [];
    for (const serial of serials) {
      if (habit === 'asks with HEAD before it fetches' && (await this.fetch(serial, 'HEAD')).status !== 200) continue;
      const fetched = await this.#ask(() => this.fetch(serial));
      texts.push(...fetched.flatMap((one) => one.texts));
    }
    return texts;
  }

  /** Returns the answers to a request, which some devices repeat at once. */
  #ask<Answer>(request: () => Promise<Answer>): Promise<Answer[]> {
    return Promise.all(this.habit === 'asks everything twice at once' ? [request(), request()] : [request()]);
  }

  /** Lists the passes that changed since the last tag, and keeps the new tag. */
  async changed(tag = this.tag): Promise<string[]> {
    const [held] = this.passes.values();
    const { webServiceURL, passTypeIdentifier: type } = held?.json ?? {};
    const since = tag === null ? '' : `?passesUpdatedSince=${encodeURIComponent(tag)}`;
    const response = await fetch(`${webServiceURL}/v1/devices/${this.libraryId}/registrations/${type}${since}`);
    if (response.status === 204) return [];
    const { serialNumbers, lastUpdated } = (await response.json()) as { serialNumbers: string[]; lastUpdated: string };
    if (typeof lastUpdated !== 'string') throw new Error('iOS ignores a tag that is no text');
    this.tag = lastUpdated;
    return serialNumbers;
  }

  /** Fetches a pass unless the device has its current version. */
  async fetch(serial: string, method = 'GET'): Promise<{ status: number; texts: string[] }> {
    const held = this.passes.get(serial);
    const { passTypeIdentifier: type } = held?.json ?? {};
    const headers = held?.lastModified ? { 'If-Modified-Since': held.lastModified } : undefined;
    const response = await this.#call(serial, `/v1/passes/${type}/${serial}`, { method, headers });
    if (response.status !== 200 || method === 'HEAD') return { status: response.status, texts: [] };
    const pass = await readPass(Buffer.from(await response.arrayBuffer()));
    // Another answer may have come before.
    const former = this.passes.get(serial);
    this.passes.set(serial, { ...pass, lastModified: response.headers.get('Last-Modified') });
    return { status: 200, texts: lockScreen(former?.json, pass.json) };
  }

  #registration(serial: string): string {
    const { passTypeIdentifier: type } = this.passes.get(serial)?.json ?? {};
    return `/v1/devices/${this.libraryId}/registrations/${type}/${serial}`;
  }

  #call(
    serial: string,
    path: string,
    { headers, ...rest }: { method: string; body?: string; headers?: Record<string, string> | undefined },
  ): Promise<Response> {
    const { webServiceURL, authenticationToken } = this.passes.get(serial)?.json ?? {};
    const Authorization = `ApplePass ${authenticationToken}`;
    return fetch(webServiceURL + path, { ...rest, headers: { Authorization, ...headers } });
  }
}

/** Returns what the lock screen shows when a pass replaces another: the text of the first changed field that has one. */
function lockScreen(before: object, after: object): string[] {
  const former = new Map(fieldsOf(before).map((field) => [field.key, field.value]));
  const changed = fieldsOf(after).find(
    ({ key, value, changeMessage }) => former.has(key) && former.get(key) !== value && changeMessage?.includes('%@'),
  );
  if (!changed) return [];
  const value = changed.dateStyle ? String(changed.value).slice(0, 10) : String(changed.value);
  // People do not see the characters by which equal messages differ.
  return [changed.changeMessage?.replace('%@', value).replace(/\p{Cf}/gu, '') ?? ''];
}

function fieldsOf(json: object): Field[] {
  const { coupon, storeCard } = json as Record<'coupon' | 'storeCard', Record<string, Field[]>>;
  return Object.values(coupon ?? storeCard).flat();
}
