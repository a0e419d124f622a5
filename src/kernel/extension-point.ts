/**
 * A list that a noun owns and reads, and that higher nouns fill, so that the lower noun imports nothing from above.
 * `main/registries/extensions.ts` fills every list. Reading an unfilled list is an error, so that a process without
 * that file fails instead of silently doing less.
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
