/**
 * A list that a lower noun reads and higher nouns fill, so that imports only go downward. Reading it before it is
 * filled throws.
 */
export class ExtensionPoint<Extension> {
  readonly #name: string;
  #extensions: readonly Extension[] | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  fill(...extensions: readonly Extension[]): void {
    if (this.#extensions) throw new Error(`The extension point ${this.#name} is filled twice.`);
    this.#extensions = extensions;
  }

  get extensions(): readonly Extension[] {
    if (!this.#extensions) throw new Error(`The extension point ${this.#name} is not filled.`);
    return this.#extensions;
  }
}
