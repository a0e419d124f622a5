const pauseMilliseconds = 2000;

export class Watchers {
  readonly #watched = new Map<string, Set<() => void>>();
  readonly #isLost: (id: string) => Promise<boolean>;
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;

  constructor(isLost: (id: string) => Promise<boolean>) {
    this.#isLost = isLost;
  }

  /** Calls `lost` within seconds after the caller becomes invalid. Returns a function that ends the watch. */
  watch(id: string, lost: () => void): () => void {
    const watchers = this.#watched.get(id) ?? new Set();
    this.#watched.set(id, watchers.add(lost));
    this.#timer ??= setInterval(() => void this.#checkAll(), pauseMilliseconds).unref();
    return () => {
      watchers.delete(lost);
      if (watchers.size === 0 && this.#watched.get(id) === watchers) this.#watched.delete(id);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Checks all watched ids that begin with this text. */
  async checkBeginning(beginning: string): Promise<void> {
    const ids = [...this.#watched.keys()].filter((id) => id.startsWith(beginning));
    await Promise.allSettled(ids.map((id) => this.#check(id)));
  }

  /** Checks one id. Does nothing while the database is unavailable. */
  async #check(id: string): Promise<void> {
    if (!this.#watched.has(id) || !(await this.#isLost(id).catch(() => false))) return;
    for (const lost of this.#watched.get(id) ?? []) lost();
  }

  /** Checks all ids together, so that they share statements. Skips a round if the previous one is still running. */
  async #checkAll(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    await this.checkBeginning('');
    this.#isChecking = false;
  }
}
