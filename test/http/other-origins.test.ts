import { expect, test } from 'vitest';
import { borrowsCredentials, isFromOtherOrigin } from '../../src/http/authentication.ts';

const publicUrl = 'https://coupons.example';
const host = '192.168.1.5:4000';

test.each([
  ['a program', {}, false],
  ['a page of the service', { 'sec-fetch-site': 'same-origin', origin: publicUrl }, false],
  ['an address that the user typed', { 'sec-fetch-site': 'none' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, true],
  ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: 'https://shop.coupons.example' }, true],
  ['the public address, in a browser without Sec-Fetch-Site', { origin: publicUrl }, false],
  ['the address in the network, in a browser without Sec-Fetch-Site', { origin: `http://${host}` }, false],
  ['another site, in a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }, true],
  ['another port, in a browser without Sec-Fetch-Site', { origin: 'http://192.168.1.5:3000' }, true],
  ['a hidden origin, in a browser without Sec-Fetch-Site', { origin: 'null' }, true],
])('%s', (_, headers, isOther) => {
  expect(isFromOtherOrigin({ host, ...headers }, publicUrl)).toBe(isOther);
});

test.each([
  ['Basic a2V5OnNlY3JldA==', true],
  ['basic x', true],
  [' BASIC x', true],
  ['Bearer key:secret', false],
  ['Basically', false],
  [undefined, false],
])('from another origin, %s is borrowed: %s', (authorization, isBorrowed) => {
  expect(borrowsCredentials({ authorization, origin: 'https://evil.example' }, publicUrl)).toBe(isBorrowed);
});
