import type { Location } from './location.ts';

type Addressed = Pick<Location, 'address' | 'zip' | 'city'>;

/** Returns the address on one line, or an empty text. */
export function addressOf({ address, zip, city }: Addressed): string {
  return [address, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** Returns the name with the address, on one line. */
export function placeOf(location: Addressed & Pick<Location, 'name'>): string {
  return [location.name, addressOf(location)].filter(Boolean).join(', ');
}
