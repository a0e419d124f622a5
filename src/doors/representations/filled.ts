type Filled<Values> = {
  [Name in keyof Values]: Exclude<Values[Name], null> | (null extends Values[Name] ? '' : never);
};

/** What is null in a record of /v4 is empty on /v3. */
export function filled<Values extends object>(record: Values): Filled<Values> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value ?? ''])) as Filled<Values>;
}
