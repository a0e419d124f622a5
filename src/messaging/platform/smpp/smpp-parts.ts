const mostKept = 50_000;

/**
 * Remembers which parts belong together. A message is known by the id of its last part: it was delivered when that was,
 * and failed when any part did.
 */
export class SentParts {
  /** By the ids of earlier parts, that of the last one. */
  readonly #lastOf = new Map<string, string>();
  /** Failures that came before all parts were sent, by the id of the part. */
  readonly #early = new Map<string, string>();

  /** Notes the parts of a message. Answers why it has failed, if it has already. */
  note(ids: readonly string[], last: string): string | null {
    const failures = ids.flatMap((id) => this.#early.get(id) ?? []);
    for (const id of ids) {
      this.#early.delete(id);
      if (id !== last) remember(this.#lastOf, id, last);
    }
    return failures[0] ?? null;
  }

  /** By which id a report is told; null when it says nothing of the message as a whole. */
  platformIdFor(id: string, state: 'DELIVERED' | 'FAILED', reason: string | null): string | null {
    const last = this.#lastOf.get(id);
    if (last) return state === 'FAILED' ? last : null;
    // It may be of the last part, or of another one while the last is being sent.
    if (state === 'FAILED') remember(this.#early, id, reason ?? 'A part was not delivered.');
    return id;
  }
}

function remember(map: Map<string, string>, key: string, value: string): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostKept && oldest !== undefined) map.delete(oldest);
}
