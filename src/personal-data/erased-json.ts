import { parsed } from './json-within.ts';
import { type SoughtPerson, without } from './sought-person.ts';

/** The names of properties with personal data, in events and inputs. */
const personalNames = new Set([
  ...['email', 'emailKey', 'phone', 'phoneKey', 'firstName', 'lastName', 'name', 'gender', 'birthday', 'birthDate'],
  ...['address', 'addressKey', 'zip', 'city', 'customId', 'reason', 'blockReason', 'holdKey', 'reference'],
  ...['utmCampaign', 'utmSource', 'utmMedium', 'utmTerm', 'utmContent', 'labelled', 'utm', 'custom'],
  ...Array.from({ length: 10 }, (_, index) => `custom${index + 1}`),
  ...Array.from({ length: 7 }, (_, index) => `customField${index + 1}`),
]);

export function isPersonalName(name: string): boolean {
  return personalNames.has(name);
}

export function hasPersonalNames(text: string): boolean {
  return namesWithin(parsed(text));
}

function namesWithin(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => (personalNames.has(name) && !isEmpty(inner)) || namesWithin(inner),
  );
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '';
}

/** Values that must not become null, because every event of the kind has them. */
const neverNull = new Set(['email of a member', 'address of a message']);

/**
 * Erases the personal values of the object itself and of its tags. A reward or a location within it has a name of its
 * own, which stays.
 */
export function withoutPersonal(person: SoughtPerson, text: string, noun: 'member' | 'message' | 'other'): string {
  const data = JSON.parse(text) as Record<string, unknown>;
  const { tags } = data;
  const erased = { ...blanked(data, noun), ...(isTags(tags) && { tags: blanked(tags, noun) }) };
  return without(person, JSON.stringify(erased));
}

function isTags(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function blanked(data: Record<string, unknown>, noun: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (!personalNames.has(name) || value === null) return [name, value];
      if (typeof value === 'object') return [name, {}];
      return [name, neverNull.has(`${name} of a ${noun}`) ? '' : null];
    }),
  );
}
