import type { CardChange, Scan, Screen } from './desk-screen.ts';
import { CallError, call, newKey, Revoked, Unreachable } from './till-call.ts';
import { barcodeInPhoto, TillCamera } from './till-camera.ts';
import { isUsable, keptBy, pairingToken } from './till-device.ts';
import { dropKept, readDevice, readKept, updateDevice, writeDevice } from './till-memory.ts';
import { keep, maxKept, redemptionOf, sendKept } from './till-queue.ts';
import type {
  CallProblem,
  Device,
  KeptRedemption,
  SessionShown,
  TillSettings,
  Typed,
  UserShown,
} from './till-shapes.ts';
import { signal } from './till-signal.ts';

const holdSeconds = 60;
const undoMilliseconds = 10_000;
/** The screens on which the camera looks for a code. On the others, it would interrupt a decision. */
const scanned = ['ready', 'redeemed', 'refused', 'taken'];
const longestCode = 2000;
const ofCard = /^(loy_|usr_)|\/l\/[^/]+\/usr_/i;

/** The state and the actions of the page. After each change, the views are drawn again. */
export class Desk {
  screen: Screen = { is: 'starting' };
  device: Device | null = null;
  kept: KeptRedemption[] = [];
  /** The redemptions that the device has kept from when it was another till. */
  othersKept: KeptRedemption[] = [];
  isOnline = navigator.onLine;
  readonly camera: TillCamera;
  readonly #draw: () => void;
  /** The number of the current scan. The answers for earlier scans no longer count. */
  #lookup = 0;

  constructor(draw: () => void) {
    this.#draw = draw;
    this.camera = new TillCamera(
      () => scanned.includes(this.screen.is),
      (text) => void this.scan(text),
      () => this.#draw(),
    );
  }

  /** Reads what the device has stored. If there is a token, pairs the device. */
  async start(token: string | null): Promise<void> {
    this.device = (await readDevice()) ?? null;
    await this.#readKept();
    if (token) await this.follow(token);
    else this.#showStart();
    await this.refresh();
    if (isUsable(this.device)) await this.camera.start();
  }

  #showStart(): void {
    this.show(this.device ? { is: 'ready' } : { is: 'unpaired', refused: null });
  }

  show(screen: Screen): void {
    this.screen = screen;
    this.#draw();
  }

  get waiting(): KeptRedemption[] {
    return this.kept.filter(({ refused }) => !refused);
  }

  get refusedLater(): KeptRedemption[] {
    return this.kept.filter(({ refused }) => refused);
  }

  /**
   * Follows a pairing link. A device that is already a till asks first, because anyone can create a link and get
   * somebody to open it.
   */
  async follow(token: string): Promise<void> {
    if (!isUsable(this.device)) return this.pair(token);
    this.#newLookup();
    this.show({ is: 'pairing', token, refused: null });
  }

  /**
   * Makes the device the till of a link. First sends the waiting redemptions, because only the previous till can send
   * them.
   */
  async pair(token: string): Promise<void> {
    this.#newLookup();
    this.show({ is: 'checking' });
    await this.refresh();
    try {
      const { pairTill } = await call<{ pairTill: { keyId: string; secret: string; till: TillSettings } }>(
        'pair',
        { token },
        null,
      );
      const { keyId: id, secret, till } = pairTill;
      this.device = { id, secret, till, account: '', isRevoked: false };
      await writeDevice(this.device);
      await this.#readKept();
      void navigator.storage?.persist?.();
      this.show({ is: 'ready' });
    } catch (error) {
      const refused = refusedBy(error) ?? { code: 'UNREACHABLE' };
      this.show(isUsable(this.device) ? { is: 'pairing', token, refused } : { is: 'unpaired', refused });
    }
  }

  /** Reads the settings again, and sends the waiting redemptions. */
  async refresh(): Promise<void> {
    await this.#readDevice();
    const { device } = this;
    if (!device) return;
    try {
      type Answer = { viewer: { account: { name: string }; till: TillSettings | null } };
      const { viewer } = await this.#call<Answer>('viewer', {});
      const till = viewer.till ?? device.till;
      await this.#remember({ ...device, till, account: viewer.account.name, isRevoked: false });
      await sendKept(device, () => this.#readKept());
    } catch (error) {
      if (error instanceof CallError || error instanceof Unreachable || error instanceof Revoked) return;
      throw error;
    } finally {
      await this.#readKept();
    }
  }

  /** Reads the device again, because another page may have paired it with another till. */
  async #readDevice(): Promise<void> {
    const stored = await readDevice();
    if (!stored || stored.secret === this.device?.secret) return;
    this.device = stored;
    await this.#readKept();
    // The work on the screen belongs to the previous till.
    this.#newLookup();
    if (this.screen.is !== 'starting' && this.screen.is !== 'checking') this.#showStart();
  }

  async #readKept(): Promise<void> {
    const all = await readKept();
    this.kept = this.device ? keptBy(this.device, all) : [];
    this.othersKept = all.filter((each) => !this.kept.includes(each));
    this.#draw();
  }

  /** Stores what the service says about the till, unless the device has become another till in the meantime. */
  async #remember(device: Device): Promise<void> {
    if (this.device?.secret !== device.secret) return;
    this.device = device;
    await updateDevice(device);
    this.#draw();
  }

  async scanPhoto(photo: File): Promise<void> {
    this.show({ is: 'checking' });
    const text = await barcodeInPhoto(photo).catch(() => null);
    if (text) return this.scan(text);
    signal('bad');
    this.show({ is: 'ready', note: 'noCode' });
  }

  async scan(text: string): Promise<void> {
    const code = text.trim();
    if (this.#isBusy()) return;
    const token = pairingToken(code);
    if (token) return this.follow(token);
    if (code === '' || !isUsable(this.device)) return;
    const scan = { code, key: newKey(), scannedAt: new Date().toISOString() };
    if (code.length > longestCode) return this.#refuse({ code: 'UNKNOWN_CODE' });
    const lookup = this.#newLookup();
    this.show({ is: 'checking' });
    try {
      type CodeMatches = { findSession: SessionShown[]; findLoyaltyUser: UserShown[] };
      const { findSession: sessions, findLoyaltyUser: users } = await this.#call<CodeMatches>('find', { code });
      if (lookup !== this.#lookup) return;
      const [session] = sessions;
      const [user] = users;
      if (sessions.length + users.length > 1) this.show({ is: 'choice', sessions, users, scan });
      else if (session) await this.open(session, scan);
      else if (user) this.openCard(user);
      else this.#refuse({ code: 'UNKNOWN_CODE' });
    } catch (error) {
      if (lookup === this.#lookup) this.#fail(error, scan);
    }
  }

  #newLookup(): number {
    this.#lookup += 1;
    return this.#lookup;
  }

  #isBusy(): boolean {
    return 'busy' in this.screen && this.screen.busy;
  }

  /** Holds a session and shows it. A till that redeems at once does so instead, unless it has to ask for something. */
  async open(session: SessionShown, scan: Scan): Promise<void> {
    const lookup = this.#newLookup();
    const { till } = this.device as Device;
    if (till.redeemsAtOnce && !till.asksForMoney && till.fields.length === 0) {
      this.show({ is: 'session', session, scan, busy: true, lost: false, typed: {} });
      return this.#redeem(session, scan, {});
    }
    try {
      const input = { session: session.session, seconds: holdSeconds, key: till.id };
      const { holdCouponSession: held } = await this.#call<{ holdCouponSession: SessionShown }>('hold', { input });
      if (lookup !== this.#lookup) return;
      signal('found');
      this.show({ is: 'session', session: held, scan, busy: false, lost: false, typed: {} });
    } catch (error) {
      if (lookup === this.#lookup) this.#fail(error, scan, session);
    }
  }

  async redeem(typed: Typed): Promise<void> {
    if (this.screen.is !== 'session' || this.screen.busy) return;
    const { session, scan } = this.screen;
    this.show({ ...this.screen, busy: true, typed });
    await this.#redeem(session, scan, typed);
  }

  async #redeem(session: SessionShown, scan: Scan, typed: Typed): Promise<void> {
    const device = this.device as Device;
    const input = redemptionOf(session.session, typed, device.id);
    try {
      type Answer = { validateCouponSession: SessionShown };
      const { validateCouponSession: redeemed } = await this.#call<Answer>('redeem', { input }, scan.key);
      signal('good');
      const undoUntil = Date.now() + undoMilliseconds;
      this.show({ is: 'redeemed', session: redeemed, undoUntil, busy: false, problem: null });
    } catch (error) {
      if (!(error instanceof Unreachable)) return this.#fail(error, scan, session);
      // The session may have been redeemed, so only the same call may be repeated: now, or later from the kept
      // redemptions.
      signal('bad');
      if (this.#mayTake() === 'take') return this.take(scan, typed, session.session, device);
      this.show({ is: 'session', session, scan, busy: false, lost: true, typed });
    }
  }

  async undo(): Promise<void> {
    if (this.screen.is !== 'redeemed' || this.screen.busy) return;
    const { session } = this.screen;
    this.show({ ...this.screen, busy: true, problem: null });
    try {
      await this.#call('undo', { input: { session: session.session } }, newKey());
      signal('found');
      this.show({ is: 'ready', note: 'undone' });
    } catch (error) {
      if (error instanceof Revoked) return this.#fail(error, null);
      signal('bad');
      const problem = refusedBy(error) ?? 'unreachable';
      const undoUntil = problem === 'unreachable' ? Date.now() + undoMilliseconds : 0;
      this.show({ is: 'redeemed', session, undoUntil, busy: false, problem });
    }
  }

  openCard(user: UserShown): void {
    signal('found');
    this.show({ is: 'card', user, amount: 1, busy: false, said: '', problem: null, lost: null });
  }

  async changeCard(change: CardChange): Promise<void> {
    if (this.screen.is !== 'card' || this.screen.busy) return;
    const { user } = this.screen;
    this.show({ ...this.screen, busy: true, problem: null, lost: null });
    try {
      const which = { card: user.cardId, user: user.userId };
      const data = await this.#call<Record<string, UserShown>>(
        change.name,
        { input: { ...which, ...change.input } },
        change.key,
      );
      const [changed = user] = Object.values(data);
      signal('good');
      this.show({ is: 'card', user: changed, amount: 1, busy: false, said: change.said, problem: null, lost: null });
    } catch (error) {
      if (error instanceof Revoked) return this.#fail(error, null);
      signal('bad');
      const problem = refusedBy(error);
      this.show({ is: 'card', user, amount: 1, busy: false, said: '', problem, lost: problem ? null : change });
    }
  }

  #mayTake(): 'take' | 'not' | 'full' {
    if (this.device?.till.offlineRedemption !== 'ACCEPT') return 'not';
    return this.kept.length < maxKept ? 'take' : 'full';
  }

  /** Keeps a redemption, to be sent later. */
  async take(
    scan: Scan,
    typed: Typed,
    session: string | null = null,
    { id, till } = this.device as Device,
  ): Promise<void> {
    const { code, key, scannedAt } = scan;
    const which = { tillId: id, tillName: till.name, typed, session, failures: 0, refused: null };
    const earlier = await keep({ code, key, scannedAt, ...which });
    signal(earlier ? 'bad' : 'good');
    await this.#readKept();
    this.show({ is: 'taken', code, earlier: earlier?.scannedAt ?? null });
  }

  /** Deletes the redemptions of other tills. Only those tills could have sent them. */
  async forgetOthers(): Promise<void> {
    for (const { number = 0 } of this.othersKept) await dropKept(number);
    await this.#readKept();
  }

  /** Deletes a refused redemption once it has been seen. */
  async forget({ number = 0 }: KeptRedemption): Promise<void> {
    await dropKept(number);
    await this.#readKept();
  }

  #fail(error: unknown, scan: Scan | null, session: SessionShown | null = null): void {
    if (error instanceof CallError) return void this.#refuse(error.refused, session);
    if (error instanceof Revoked) return void this.show({ is: 'ready' });
    if (!(error instanceof Unreachable) || !scan) throw error;
    signal('bad');
    const may = ofCard.test(scan.code) ? 'not' : this.#mayTake();
    this.show({ is: 'offline', scan, may, session: session?.session ?? null });
  }

  #refuse(refused: CallProblem, session: SessionShown | null = null): void {
    signal('bad');
    this.show({ is: 'refused', refused, session });
  }

  /** Calls the service as this till, and remembers whether it was reachable and still knows the till. */
  async #call<Data>(name: Parameters<typeof call>[0], variables: Record<string, unknown>, key?: string): Promise<Data> {
    const device = this.device as Device;
    try {
      const data = await call<Data>(name, variables, device, key);
      this.isOnline = true;
      return data;
    } catch (error) {
      this.isOnline = !(error instanceof Unreachable);
      if (error instanceof Revoked) {
        this.camera.stop();
        await this.#remember({ ...device, isRevoked: true });
      }
      throw error;
    }
  }
}

function refusedBy(error: unknown): CallProblem | null {
  return error instanceof CallError ? error.refused : null;
}
