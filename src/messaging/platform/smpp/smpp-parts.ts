const mostKept = 50_000;

/**
 * Remembers which parts belong together. The id of the last part identifies a message. The message is delivered when
 * its last part is delivered, and failed when any part has failed.
 */
export class SentParts {
  /** The id of the last part, by the ids of the earlier parts. */
  readonly #lastOf = new Map<string, string>();
  /** Failures reported before all parts were sent, by the id of the part. */
  readonly #early = new Map<string, string>();

  /** Stores the parts of a message. Returns the reason if the message has already failed, or null. */
  note(ids: readonly string[], last: string): string | null {
    const failures = ids.flatMap((id) => this.#early.get(id) ?? []);
    for (const id of ids) {
      this.#early.delete(id);
      if (id !== last) remember(this.#lastOf, id, last);
    }
    return failures[0] ?? null;
  }

  /** Returns the id of the message that a report settles, or null if the report does not settle the whole message. */
  platformIdFor(id: string, state: 'DELIVERED' | 'FAILED', reason: string | null): string | null {
    const last = this.#lastOf.get(id);
    if (last) return state === 'FAILED' ? last : null;
    // The report may concern the last part, or an earlier part while the last one is being sent.
    if (state === 'FAILED') remember(this.#early, id, reason ?? 'A part of the SMS was not delivered.');
    return id;
  }
}

function remember(map: Map<string, string>, key: string, value: string): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostKept && oldest !== undefined) map.delete(oldest);
}
