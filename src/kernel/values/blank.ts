/** Returns the first text that is not blank; empty if all are. */
export function firstFilled(...texts: (string | null | undefined)[]): string {
  return texts.find((text) => text?.trim()) ?? '';
}

/** Returns the name under which customers see a campaign: its title, or its name without one. */
export function titleOf({ title, name }: { title: string | null; name: string }): string {
  return firstFilled(title, name);
}
