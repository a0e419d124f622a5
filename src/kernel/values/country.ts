import { type CountryCode, getCountries } from 'libphonenumber-js';

const known = new Map<string, CountryCode | null>();

/** Returns the country of an IANA time zone, or null for zones without one, such as UTC. */
export function countryOf(timezone: string): CountryCode | null {
  const found = known.get(timezone) ?? find(timezone);
  known.set(timezone, found);
  return found;
}

function find(timezone: string): CountryCode | null {
  const zone = canonical(timezone);
  if (!zone.includes('/')) return null;
  const isThere = (country: CountryCode) => new Intl.Locale(`und-${country}`).getTimeZones()?.includes(zone);
  return getCountries().find(isThere) ?? null;
}

/** `Asia/Kolkata` is the new name of `Asia/Calcutta`. */
function canonical(timezone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
}
