import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hostLookup } from '../../../src/kernel/outbound/host-lookup.ts';
import { Outbound, type OutboundOptions } from '../../../src/kernel/outbound/outbound.ts';
import { certificate } from '../../support/certificate.ts';
import { stopClocks } from '../../support/clocks.ts';
import { startNameServer } from '../../support/name-server.ts';
import { Receiver } from '../../support/receiver.ts';

/** Private and reserved addresses, in every notation that a URL allows. */
const notPublic = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.255.255.254', '0.0.0.0', '0'],
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '169.254.170.2', '100.64.0.1'],
  ...['168.63.129.16', '0xa83f8110', '[::ffff:168.63.129.16]', '[64:ff9b::168.63.129.16]', '[2002:a83f:8110::]'],
  ...['[fd20:ce::254]', '169.254.42.42', '169.254.0.23'],
  ...['100.100.100.200', '192.0.0.192', '198.18.0.1', '192.0.2.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[fec0::1]', '[100::1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[::ffff:0:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...['[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]', '[5f00::1]', '[4000::1]'],
];

test.each(notPublic)('%s is refused, both when checked and when connected', async (host) => {
  const way = open();

  expect(way.problemOf(`https://${host}/`)).toMatch(/is not a public address$/);
  await expect(post(way, `http://${host}/`)).rejects.toThrow('is not a public address');
});

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '[2606:4700:4700::1111]', '[::ffff:8.8.8.8]', 'hooks.example.com'])(
  '%s is not refused',
  (host) => {
    expect(open().problemOf(`https://${host}/`)).toBeNull();
  },
);

test.each([
  ['ftp://example.com/', 'must be an https address'],
  ['file:///etc/hosts', 'must be an https address'],
  ['https://user:password@example.com/', 'must not contain credentials'],
  ['https://user@example.com/', 'must not contain credentials'],
  ['example.com', 'must be an https address'],
])('%s is refused', async (url, reason) => {
  expect(open().problemOf(url)).toBe(reason);
  await expect(post(open(), url)).rejects.toThrow(reason);
});

test.each(['::1%a-b', '::1%.', '::1%lo', '::ffff:127.0.0.1%a:b', 'fe80::1%eth0', '127.0.0.1', '::1', '0177.0.0.1'])(
  'the host %s is refused, both when checked and when connected',
  async (host) => {
    const server = createTcpServer().listen(0, '::');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const way = open();

    expect(way.problemOfHost(host)).toBe(`${host} is not a public address`);
    await expect(way.connect({ host, port, timeoutMilliseconds: 2000 })).rejects.toThrow('is not a public address');
  },
);

test.each(['localhost', 'LOCALHOST', 'localhost.', 'hooks.localhost'])(
  'the name %s is refused without a lookup, unless an address of this machine is allowed',
  async (host) => {
    const way = open();

    expect(way.problemOf(`https://${host}/`)).toMatch(/does not lead to a public address$/);
    expect(way.problemOfHost(host)).toBe(`${host} does not lead to a public address`);
    for (const range of ['127.0.0.0/8', '::1/128'])
      expect(open({ allowedRanges: [range] }).problemOfHost(host)).toBeNull();
    expect(open({ allowedRanges: ['10.0.0.0/8'] }).problemOfHost(host)).not.toBeNull();
  },
);

test.each(['localhost.example', 'mylocalhost', 'localhost-hooks.example'])('the name %s is another', (host) => {
  expect(open().problemOfHost(host)).toBeNull();
});

test('plain http is refused unless it is allowed', () => {
  expect(open({ allowInsecure: false }).problemOf('http://example.com/')).toBe('must be an https address, not http');
  expect(open({ allowInsecure: true }).problemOf('http://example.com/')).toBeNull();
});

test('an allowed range is accepted in every notation, and no other range', async () => {
  const way = open({ allowedRanges: ['127.0.0.0/8', 'fd00::/8'] });

  for (const host of ['127.0.0.1', '127.9.9.9', '[::ffff:127.0.0.1]', '[fd00::1]'])
    expect(way.problemOf(`https://${host}/`)).toBeNull();
  for (const host of ['10.0.0.1', '[::1]', '[fc00::1]'])
    expect(way.problemOf(`https://${host}/`)).toMatch(/not a public/);
});

test('a name that resolves to a private address is refused at the connection', async () => {
  const { lookup } = await startNameServer({ 'inside.example': [['127.0.0.1']] });
  const receiver = await Receiver.start();

  const url = receiver.url.replace('127.0.0.1', 'inside.example');
  await expect(post(open({ lookup }), url)).rejects.toThrow('inside.example does not lead to a public address');
  expect(receiver.connections).toBe(0);
});

test('a name that resolves to any private address is refused', async () => {
  const { lookup } = await startNameServer({ 'both.example': [['127.0.0.2', '127.0.0.1']] });
  const receiver = await Receiver.start();

  const url = receiver.url.replace('127.0.0.1', 'both.example');
  await expect(post(open({ lookup, allowedRanges: ['127.0.0.2/32'] }), url)).rejects.toThrow(
    'both.example does not lead to a public address',
  );
  expect(receiver.connections).toBe(0);
});

test('DNS rebinding: the connection uses the address that was checked', async () => {
  // 127.0.0.2 stands for a public address. Separate lookups for check and connection would reach the receiver.
  const { lookup, asked } = await startNameServer({ 'moving.example': [['127.0.0.2'], ['127.0.0.1']] });
  const receiver = await Receiver.start();
  const way = open({ lookup, allowedRanges: ['127.0.0.2/32'] });
  const url = receiver.url.replace('127.0.0.1', 'moving.example');

  await expect(post(way, url)).rejects.toThrow('ECONNREFUSED');
  expect(asked).toEqual(['moving.example']);
  await expect(post(way, url)).rejects.toThrow('moving.example does not lead to a public address');
  expect(asked).toEqual(['moving.example', 'moving.example']);
  expect(receiver.connections).toBe(0);
});

test('a name that resolves to an allowed range is accepted', async () => {
  const { lookup } = await startNameServer({ 'inside.example': [['127.0.0.1']] });
  const port = await listen(createServer((_, response) => response.end('hello')));

  const way = open({ lookup, allowedRanges: ['127.0.0.0/8'] });
  expect(await post(way, `http://inside.example:${port}/`)).toMatchObject({ status: 200, body: 'hello' });
});

test('a name whose DNS server never answers delays no other name', async () => {
  const { lookup, asked } = await startNameServer({ 'silent.example': 'silent', 'inside.example': [['127.0.0.1']] });
  const port = await listen(createServer((_, response) => response.end('hello')));
  const way = open({ lookup, allowedRanges: ['127.0.0.0/8'] });
  const silent = Array.from({ length: 50 }, () => post(way, 'http://silent.example/').catch(() => undefined));
  const others = Array.from({ length: 50 }, () => post(way, 'http://silent.example:1/').catch(() => undefined));
  await expect.poll(() => asked.filter((name) => name === 'silent.example').length).toBe(100);

  expect(await post(way, `http://inside.example:${port}/`)).toMatchObject({ status: 200, body: 'hello' });
  way.close();
  await Promise.all([...silent, ...others]);
});

test('an unknown name and a failing DNS server are told apart', async () => {
  const { lookup } = await startNameServer({});
  const closed = createSocket('udp4').bind(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address();
  closed.close();

  await expect(post(open({ lookup }), 'http://unknown.example/')).rejects.toThrow('ENOTFOUND unknown.example');
  await expect(post(open({ lookup: hostLookup([`127.0.0.1:${port}`]) }), 'http://any.example/')).rejects.toThrow(
    'EAI_AGAIN any.example',
  );
});

test('a name without a dot is a name of the system', async () => {
  const { lookup, asked } = await startNameServer({ localhost: [['127.0.0.2']] });
  const port = await listen(createServer((_, response) => response.end('hello')));

  const way = open({ lookup, allowedRanges: ['127.0.0.0/8', '::1/128'] });
  expect(await post(way, `http://localhost:${port}/`)).toMatchObject({ status: 200, body: 'hello' });
  expect(asked).toEqual([]);
});

test('a PATCH request is sent with its body', async () => {
  const asked: (string | undefined)[] = [];
  const port = await listen(
    createServer(async (request, response) => {
      asked.push(request.method, request.headers['content-length'], await text(request));
      response.end('changed');
    }),
  );

  const request = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{"a":1}' };
  expect(await open({ allowedRanges: ['127.0.0.0/8'] }).patch(request)).toMatchObject({ status: 200, body: 'changed' });
  expect(asked).toEqual(['PATCH', '7', '{"a":1}']);
});

test('proxies of the environment are not used', async () => {
  const port = await listen(createServer((_, response) => response.end('direct')));
  const proxy = await Receiver.start();
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
    const before = process.env[name];
    process.env[name] = proxy.url;
    onTestFinished(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  }

  expect(await post(open({ allowedRanges: ['127.0.0.0/8'] }), `http://127.0.0.1:${port}/`)).toMatchObject({
    body: 'direct',
  });
  expect(proxy.connections).toBe(0);
});

test('https refuses an untrusted certificate and accepts a trusted one', async () => {
  const receiver = await Receiver.start(certificate);
  receiver.secret = 'whsec_dGVzdA==';
  const { url } = receiver;
  const options = { allowInsecure: false, allowedRanges: ['127.0.0.0/8'] };

  await expect(post(open(options), url)).rejects.toThrow('self-signed certificate');
  expect(receiver.received).toEqual([]);

  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate.cert]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  // The receiver refuses an unsigned request, but it has read it.
  expect(await post(open(options), url)).toMatchObject({ status: 401 });
});

test.each([
  '',
  'nonsense\r\n\r\n',
  'HTTP/1.1 999999 Much\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
  `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`,
])('a response that is not HTTP is a failure: %j', async (answer) => {
  const port = await listen(createTcpServer((socket) => socket.on('error', () => {}).end(answer)));

  await expect(post(open({ allowedRanges: ['127.0.0.0/8'] }), `http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('invalid UTF-8 in a response becomes a replacement character', async () => {
  const port = await listen(createServer((_, response) => response.end(Buffer.from([0xff, 0x41, 0]))));

  const { body } = await post(open({ allowedRanges: ['127.0.0.0/8'] }), `http://127.0.0.1:${port}/`);
  expect(body).toBe('\ufffdA\0');
});

test('a request uses the URL as it was checked, including spaces around it', async () => {
  const receiver = await Receiver.start();
  const way = open({ allowedRanges: ['127.0.0.0/8'] });

  for (const url of [` ${receiver.url}`, receiver.url.replace('http', 'ht\ntp')])
    expect(await post(way, url)).toMatchObject({ status: 401 });
  await expect(post(way, ' https://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED');
});

test('a second attempt on a fresh connection shares the time-out', async () => {
  stopClocks('performance', 'setTimeout', 'clearTimeout');
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    if (calls === 1) response.end();
    if (calls === 2) {
      vi.advanceTimersByTime(20_000);
      request.socket.resetAndDestroy();
    }
    if (calls === 3) vi.advanceTimersByTime(10_000);
  });
  const port = await listen(server);
  const way = open({ allowedRanges: ['127.0.0.0/8'], timeoutMilliseconds: 30_000 });
  await post(way, `http://127.0.0.1:${port}/`);

  await expect(post(way, `http://127.0.0.1:${port}/`)).rejects.toThrow('no complete response within 30 seconds');
  expect(calls).toBe(3);
});

function open(options: Partial<OutboundOptions> = {}): Outbound {
  const way = new Outbound({ allowInsecure: true, allowedRanges: [], timeoutMilliseconds: 60_000, ...options });
  onTestFinished(() => way.close());
  return way;
}

function post(way: Outbound, url: string) {
  return way.post({ url, headers: { 'content-type': 'application/json' }, body: '{}' });
}

async function listen(server: import('node:net').Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    (server as { closeAllConnections?: () => void }).closeAllConnections?.();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
