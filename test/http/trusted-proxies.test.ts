import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { TrustedProxies } from '../../src/http/trusted-proxies.ts';

const proxies = new TrustedProxies(['10.0.0.5', '10.1.0.0/16', 'fd00::/8']);

test.each([
  ['nobody is trusted by default', [], '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  ['a private peer is not trusted', undefined, '172.17.0.1', '203.0.113.7', '172.17.0.1'],
  ['a proxy is trusted', undefined, '10.0.0.5', '203.0.113.7', '203.0.113.7'],
  ['a proxy of a range is trusted', undefined, '10.1.2.3', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address can come as IPv6', undefined, '::ffff:10.0.0.5', '203.0.113.7', '203.0.113.7'],
  ['IPv6 ranges', undefined, 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ['only the proxy decides what the caller wrote before', undefined, '10.0.0.5', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['several proxies', undefined, '10.0.0.5', '1.1.1.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
  ['a proxy without the header', undefined, '10.0.0.5', undefined, '10.0.0.5'],
  ['a proxy that calls for itself', undefined, '10.0.0.5', '10.1.2.3', '10.1.2.3'],
])('%s', (_, ranges, remoteAddress, forwarded, caller) => {
  const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };

  const trusted = ranges ? new TrustedProxies(ranges) : proxies;

  expect(trusted.callerOf(request as unknown as IncomingMessage)).toBe(caller);
});
