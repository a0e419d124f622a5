const mostOfMinute = 60;
/** More accounts than ever have refusals within a minute. Beyond it nothing is noted, so that the memory stays small. */
const mostAccounts = 10_000;

/** Limits the refused attempts of an account that a process writes into the audit log to 60 a minute. */
export class RefusalQuota {
  #minute = 0;
  readonly #taken = new Map<string, number>();

  /** Returns whether one more refusal may be written, and counts it. */
  take(accountId: string): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#taken.clear();
    }
    const taken = this.#taken.get(accountId) ?? 0;
    if (taken >= mostOfMinute || (taken === 0 && this.#taken.size >= mostAccounts)) return false;
    this.#taken.set(accountId, taken + 1);
    return true;
  }
}
