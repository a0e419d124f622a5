import type { Connection } from '../../kernel/database/database.ts';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { isPersonalName } from '../../personal-data/erased-json.ts';
import { findIds, idsIn } from '../../personal-data/personal-token.ts';
import { mentions, type SoughtPerson, without } from '../../personal-data/sought-person.ts';

/** Properties that must not become null. */
const neverNull = new Set(['email', 'emailKey', 'address', 'addressKey']);

/**
 * Erases personal data in objects with the address or an id of the person. Other work runs in between, because a bulk
 * call returns megabytes.
 */
export async function eraseWithin(connection: Connection, person: SoughtPerson, value: unknown): Promise<boolean> {
  const ids = new Set<string>();
  for (const object of objectsIn(value)) {
    await pause();
    for (const [, text] of textsIn(object)) for (const id of idsIn(text)) ids.add(id);
  }
  const known = await findIds(connection, person, ids);
  let found = false;
  for (const object of objectsIn(value)) {
    await pause();
    const texts = textsIn(object);
    const naming = texts.filter(([, text]) => mentions(person, text));
    if (naming.length === 0 && !texts.some(([, text]) => [...idsIn(text)].some((id) => known.has(id)))) continue;
    found = true;
    for (const [name, text] of naming) object[name] = without(person, text);
    blank(object);
  }
  return found;
}

async function pause(): Promise<void> {
  const pause = yieldToEventLoop();
  if (pause) await pause;
}

type Properties = Record<string, unknown>;

function* objectsIn(value: unknown): Generator<Properties> {
  if (typeof value !== 'object' || value === null) return;
  yield value as Properties;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

function textsIn(object: Properties): [name: string, text: string][] {
  return Object.entries(object).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

function blank(object: Properties): void {
  for (const [name, value] of Object.entries(object)) {
    // In results, a reason is a value of an enum, unless it contains the address.
    if (name === 'reason' || !isPersonalName(name) || value === null) continue;
    if (typeof value === 'object') object[name] = {};
    else object[name] = neverNull.has(name) ? '' : null;
  }
}
