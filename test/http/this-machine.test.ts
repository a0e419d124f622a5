import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isFromThisMachine, isThisMachine } from '../../src/http/this-machine.ts';

test.each(['localhost', 'LOCALHOST', 'demo.localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is this machine',
  (host) => {
    expect(isThisMachine(host)).toBe(true);
  },
);

test.each(['0.0.0.0', '::', '', '10.0.0.1', '172.17.0.1', 'localhost.example', 'coupons.example'])(
  '%s may lead here from elsewhere',
  (host) => {
    expect(isThisMachine(host)).toBe(false);
  },
);

test.each([
  ['127.0.0.1', { host: '127.0.0.1:4000' }, true],
  ['::1', { host: '[::1]:4000' }, true],
  ['::ffff:127.0.0.1', { host: 'localhost' }, true],
  ['172.17.0.1', { host: 'localhost:4000' }, false],
  ['127.0.0.1', { host: 'rebound.example:4000' }, false],
  ['127.0.0.1', {}, false],
  ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, false],
  [undefined, { host: 'localhost' }, false],
])('a request from %s with %j is from this machine: %s', (remoteAddress, headers, isLocal) => {
  expect(isFromThisMachine({ socket: { remoteAddress }, headers } as unknown as IncomingMessage)).toBe(isLocal);
});
