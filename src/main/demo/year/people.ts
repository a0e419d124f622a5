import { firstNames, lastNames } from '../sample-people.ts';
import type { Dice } from './dice.ts';

/** An invented person. */
export interface Customer {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

const domains = ['example.com', 'example.org'];

/** Returns the person of a number. The numbers 555 01 … are not in use. */
export function customer(number: number): Customer {
  const firstName = firstNames[number % firstNames.length] ?? '';
  const lastName = lastNames[Math.floor(number / firstNames.length) % lastNames.length] ?? '';
  const name = `${firstName}.${lastName}`
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z.]/g, '');
  const again = Math.floor(number / (firstNames.length * lastNames.length));
  return {
    firstName,
    lastName,
    email: `${name}${again || ''}@${domains[number % domains.length]}`,
    phone: `+49305550${String(number % 1000).padStart(3, '0')}`,
  };
}

const known = 900;

export function anybody(dice: Dice): Customer {
  return customer(Math.floor(dice.next() * known));
}
