import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GuessThrottle } from '../../../src/accounts/api-key/authenticator.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns how many of the guesses were not throttled. */
function unthrottled(throttle: GuessThrottle, guesses: [address: string, keyId: string | null][]): number {
  return guesses.filter(([address, keyId]) => throttle.note(address, keyId) === null).length;
}

test('an address may guess 50 times a minute', () => {
  const throttle = new GuessThrottle();
  expect(unthrottled(throttle, Array(200).fill(['203.0.113.7', null]))).toBe(50);
  expect(throttle.isThrottled('203.0.113.7')).toBe(true);
  expect(throttle.isThrottled('203.0.113.8')).toBe(false);

  expect(throttle.note('203.0.113.7', null)).toBe(60);
  vi.advanceTimersByTime(60_000);
  expect(throttle.isThrottled('203.0.113.7')).toBe(false);
});

test('a key may be guessed 20 times a minute, from any number of addresses', () => {
  const guesses = Array.from({ length: 200 }, (_, index) => [`203.0.113.${index}`, 'key'] as [string, string]);
  expect(unthrottled(new GuessThrottle(), guesses)).toBe(20);
});

test('the addresses of one IPv6 network count as one', () => {
  const guesses = Array.from({ length: 200 }, (_, index) => [`2001:db8:0:1::${index}`, null] as [string, null]);
  expect(unthrottled(new GuessThrottle(), guesses)).toBe(50);
});

test('a flood from 200,000 addresses holds bounded memory, and the rest of it counts as throttled', () => {
  const throttle = new GuessThrottle();
  for (let index = 0; index < 200_000; index += 1)
    throttle.note(`${index >> 16}.${(index >> 8) & 255}.${index & 255}.1`, null);
  expect(throttle.isThrottled('203.0.113.7')).toBe(true);

  vi.advanceTimersByTime(60_000);
  expect(throttle.isThrottled('203.0.113.7')).toBe(false);
});
