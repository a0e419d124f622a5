import { type Instant, toInstant } from '../../kernel/values/instant.ts';

export const names = ['Ada', 'Ben', 'Clara', 'Deniz', 'Emil', 'Fatima', 'Georg', 'Hanna', 'Ines', 'Jonas'];

export const families = [
  'Albrecht',
  'Brandt',
  'Çelik',
  'Dahl',
  'Ebert',
  'Fischer',
  'Graf',
  'Hartmann',
  'Ivanova',
  'Jung',
];

export function daysAgo(count: number): Instant {
  return toInstant(new Date(Date.now() - count * 86_400_000));
}
