/** A visible character. The braille pattern without dots does not count. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function isBlank(text: string | null | undefined): boolean {
  return !text || !visible.test(text);
}

export function firstFilled(...texts: (string | null | undefined)[]): string {
  return texts.find((text) => !isBlank(text)) ?? '';
}

export function titleOf({ title, name }: { title: string | null; name: string }): string {
  return firstFilled(title, name);
}

export function fullName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  return [firstName, lastName].flatMap((name) => firstFilled(name).trim() || []).join(' ');
}
