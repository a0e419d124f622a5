import { expect, test } from 'vitest';
import { Outbound, type OutboundOptions } from '../../../src/kernel/outbound/outbound.ts';
import { fetchPicture } from '../../../src/wallets/design/design-pictures.ts';
import { lookupPictures, usePictureServer } from '../../support/picture-server.ts';

const server = usePictureServer();

function fetched(url: string, options: Partial<OutboundOptions> = {}): Promise<Buffer> {
  const outbound = new Outbound({
    ...{ allowInsecure: false, allowedRanges: ['127.0.0.0/8'], lookup: lookupPictures, ...options },
  });
  return fetchPicture(outbound, url).finally(() => outbound.close());
}

test('a file arrives as its server sends it', async () => {
  const file = Buffer.from([0, 255, 128, 10]);

  expect(await fetched(server.show(file))).toEqual(file);
});

test('a host with a private address is refused', async () => {
  await expect(fetched('https://inside.example/a.png')).rejects.toThrow(
    'cannot be fetched: inside.example does not lead to a public address',
  );
  await expect(fetched(server.show(Buffer.from('')), { allowedRanges: [] })).rejects.toThrow(
    'pictures.example does not lead to a public address',
  );
});

test('a redirect is not followed, to whatever it leads', async () => {
  const before = server.requests;
  const moved = server.show((response) => response.writeHead(302, { Location: 'https://inside.example/' }).end());
  const other = server.show((response) => response.writeHead(301, { Location: '/0.png' }).end());

  await expect(fetched(moved)).rejects.toThrow('leads to another address (302)');
  await expect(fetched(other)).rejects.toThrow('leads to another address (301)');
  expect(server.requests - before).toBe(2);
});

test('a server that fails is named with its status', async () => {
  const failing = server.show((response) => response.writeHead(503).end('x'.repeat(100_000)));

  await expect(fetched(failing)).rejects.toThrow('cannot be fetched: its server responds with 503');
  await expect(fetched(`${failing}.gone`)).rejects.toThrow('responds with 404');
});

test('a server that does not end its response is given up', async () => {
  const slow = server.show((response) => void response.write('begin'));

  await expect(fetched(slow, { timeoutMilliseconds: 300 })).rejects.toThrow('no complete response within 0.3 seconds');
});

test('a file of more than 5 MB is not read to its end', async () => {
  let isClosed = false;
  const endless = server.show((response) => {
    const chunk = Buffer.alloc(500_000);
    const send = () => {
      while (!isClosed && response.write(chunk));
    };
    response.on('drain', send).on('close', () => {
      isClosed = true;
    });
    send();
  });

  await expect(fetched(endless)).rejects.toThrow('cannot be fetched: it has more than 5 MB');
  await expect.poll(() => isClosed).toBe(true);
});

test('a host that nobody knows and a port where nobody listens are refused with the reason', async () => {
  await expect(fetched('https://nowhere.example/a.png')).rejects.toThrow('ENOTFOUND nowhere.example');
  await expect(fetched('https://pictures.example:1/a.png')).rejects.toThrow('ECONNREFUSED');
});
