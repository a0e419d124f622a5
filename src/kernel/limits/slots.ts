export class Slots {
  readonly most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.most = most;
  }

  isFull(key: string): boolean {
    return this.most > 0 && (this.#open.get(key) ?? 0) >= this.most;
  }

  /** Null if all slots of the key are taken. The returned function works once. */
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
