/** An instant as `yyyy-MM-dd HH:mm:ss` in UTC, as records of section 5 of the contract show it; an absent one is empty. */
export function date(value: string | null): string {
  return value === null ? '' : `${value.slice(0, 10)} ${value.slice(11, 19)}`;
}

export function flag(value: unknown): '0' | '1' {
  return value ? '1' : '0';
}

/** As `date`, for records of /v4, where an absent one is null. */
export function dateOrNull(value: string | null): string | null {
  return value === null ? null : date(value);
}

type Filled<Values> = {
  [Name in keyof Values]: Exclude<Values[Name], null> | (null extends Values[Name] ? '' : never);
};

/** What is null in a record of /v4 is empty on /v3. */
export function filled<Values extends object>(values: Values): Filled<Values> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ''])) as Filled<Values>;
}
