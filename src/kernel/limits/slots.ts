/** Bounds how many things of one key are open at the same time in this process. Zero means no bound. */
export class Slots {
  readonly most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.most = most;
  }

  isFull(key: string): boolean {
    return this.most > 0 && (this.#open.get(key) ?? 0) >= this.most;
  }

  /** Takes a slot and returns a function that gives it back once, or returns null if all slots of the key are taken. */
  enter(key: string): (() => void) | null {
    if (this.isFull(key)) return null;
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    let isInside = true;
    return () => {
      if (isInside) this.#leave(key);
      isInside = false;
    };
  }

  #leave(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }
}
