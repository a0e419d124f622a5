const maxOfMinute = 60;
/**
 * The maximum number of accounts to track, which limits the memory. Refusals of any others are not logged until the
 * next minute.
 */
const maxAccounts = 10_000;

/** Limits the logged refusals of an account to 60 per minute, separately in each process. */
export class ProblemQuota {
  #minute = 0;
  readonly #taken = new Map<string, number>();

  take(accountId: string): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#taken.clear();
    }
    const taken = this.#taken.get(accountId) ?? 0;
    if (taken >= maxOfMinute || (taken === 0 && this.#taken.size >= maxAccounts)) return false;
    this.#taken.set(accountId, taken + 1);
    return true;
  }
}
