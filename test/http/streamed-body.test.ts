import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { holdResponse, stream } from '../../src/http/streamed-body.ts';
import { requireReadAnswers } from '../../src/kernel/limits/unread-bytes.ts';

const part = Buffer.alloc(65_536, 'x');
const mebibyte = 1024 * 1024;
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

test.each(['reads', 'hangs up'])('a response counts as unread until its client %s', async (what) => {
  const url = await serve((response) => {
    holdResponse(response, { account } as never, 32 * mebibyte);
    return stream(response, parts(500)).catch(() => undefined);
  });

  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  expect(() => requireReadAnswers(account.rootId)).toThrow('The account has 32 MiB of responses left to read.');
  if (what === 'reads') await buffer(response);
  else response.destroy();

  await expect.poll(() => requireReadAnswers(account.rootId)).toBeUndefined();
});

test('when more than 64 MiB wait for a root account, the connection with the most bytes is closed', async () => {
  const url = await serve((response, path) => {
    holdResponse(response, { account } as never, Number(path.slice(1)) * mebibyte);
    return stream(response, parts(500)).catch(() => undefined);
  });
  const read = async (mebibytes: number) =>
    ((await once(get(`${url}${mebibytes}`), 'response')) as [IncomingMessage])[0];
  const [large, small] = [await read(40), await read(20)];

  const last = await read(10);

  await expect(buffer(large as IncomingMessage)).rejects.toThrow('aborted');
  expect((await buffer(small as IncomingMessage)).length).toBe(500 * part.length);
  expect((await buffer(last)).length).toBe(500 * part.length);
});

async function* parts(amount: number, failAt?: number, begun?: () => void): AsyncGenerator<Buffer> {
  begun?.();
  for (let index = 0; index < amount; index += 1) {
    if (index === failAt) throw new Error('broken');
    yield part;
  }
}

async function serve(answer: (response: ServerResponse, path: string) => unknown): Promise<string> {
  const server = createServer(({ url = '' }, response) => void answer(response, url)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
