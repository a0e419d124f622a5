import { expect, test } from 'vitest';
import { browserUrl, publicUrlOf } from '../../../src/main/process/public-url.ts';

test('without PUBLIC_URL, links begin with the address on which the service listens', () => {
  const env = { PUBLIC_URL: undefined, PORT: 4000 };

  expect(publicUrlOf({ ...env, HOST: '127.0.0.1' })).toBe('http://127.0.0.1:4000');
  expect(publicUrlOf({ ...env, HOST: '::1' })).toBe('http://[::1]:4000');
  expect(publicUrlOf({ ...env, HOST: '::1', PUBLIC_URL: 'https://coupons.example' })).toBe('https://coupons.example');
});

test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('browsers reach the service on %s by a name', (HOST) => {
  expect(browserUrl(publicUrlOf({ PUBLIC_URL: undefined, HOST, PORT: 4000 }))).toBe('http://localhost:4000');
});
