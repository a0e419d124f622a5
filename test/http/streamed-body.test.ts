import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stream, unread } from '../../src/http/streamed-body.ts';
import { createLimits } from '../../src/kernel/limits/limits.ts';

const part = Buffer.alloc(65_536, 'x');
const account = { id: 'acc_1', rootId: 'acc_0' };

test('a body arrives completely', async () => {
  const url = await serve((response) => stream(response, parts(100)));
  expect((await (await fetch(url)).text()).length).toBe(100 * part.length);
});

test('a body that fails ends without its last chunk, and the failure is reported to the caller of stream', async () => {
  const failed = Promise.withResolvers<unknown>();
  const url = await serve((response) => stream(response, parts(100, 50)).catch(failed.resolve));

  await expect((await fetch(url)).text()).rejects.toThrow();

  expect(await failed.promise).toEqual(new Error('broken'));
});

test('a client that has hung up before the body begins is no failure', async () => {
  const arrived = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const begun = vi.fn();
  const url = await serve(async (response) => {
    arrived.resolve();
    await once(response, 'close');
    await stream(response, parts(1, undefined, begun)).then(done.resolve, done.reject);
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived.promise;

  socket.destroy();

  await done.promise;
  expect(begun).not.toHaveBeenCalled();
});

test.each(['reads', 'hangs up'])('a body counts as unread until its client %s', async (what) => {
  const limits = createLimits({ perSecond: 1, log: { warn: vi.fn() } as never });
  const url = await serve((response) => stream(response, unread(parts(500), { account } as never, limits)));
  const others = Array.from({ length: limits.answers.max - 1 }, () => limits.answers.enter(account.rootId));

  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  await expect.poll(() => limits.answers.isFull(account.rootId)).toBe(true);
  if (what === 'reads') await buffer(response);
  else response.destroy();

  await expect.poll(() => limits.answers.isFull(account.rootId)).toBe(false);
  for (const leave of others) leave?.();
});

async function* parts(amount: number, failAt?: number, begun?: () => void): AsyncGenerator<Buffer> {
  begun?.();
  for (let index = 0; index < amount; index += 1) {
    if (index === failAt) throw new Error('broken');
    yield part;
  }
}

async function serve(answer: (response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((_, response) => void answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
