/**
 * Collects the parts of a body. A list of them would take a hundred bytes for each, and callers choose how small a part is.
 */
export class GrowingBuffer {
  #bytes: Buffer | null = null;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    const length = this.#length + part.length;
    if (this.#bytes === null) this.#bytes = part;
    else {
      if (length > this.#bytes.length || this.#length === this.#bytes.length) this.#grow(2 * length);
      part.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  taken(): Buffer {
    const whole = this.#bytes?.subarray(0, this.#length) ?? Buffer.alloc(0);
    this.#bytes = null;
    this.#length = 0;
    return whole;
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafe(size);
    this.#bytes?.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
